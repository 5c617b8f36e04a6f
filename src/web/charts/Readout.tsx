import { useLayoutEffect, useRef, useState } from 'react';
import { formatNumber } from '#shared/domain/numbers.ts';
import type { ReadoutValue, Readout as Values } from './line-values.ts';
import { readoutPlace } from './readout-place.ts';
import { Swatch } from './Swatch.tsx';
import styles from './time-chart.module.css';

interface ReadoutProps {
  readout: Values;
  /** Label of the time. */
  name: string;
  /** Position of the cross-hair in pixels. */
  x: number;
  /** Undefined shows the cross-hair only. */
  pointer: { x: number; y: number } | undefined;
}

/** Longer lists break into columns. */
const columnRows = 14;
/** Minimum distance to the window edge in pixels. */
const margin = 8;

/** Cross-hair over all panels with the values at its time. */
export function Readout({ readout, name, x, pointer }: ReadoutProps) {
  const box = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState({ left: 0, top: 0 });
  const [px, py] = [pointer?.x, pointer?.y];
  // biome-ignore lint/correctness/useExhaustiveDependencies: the size depends on the values
  useLayoutEffect(() => {
    const chart = box.current?.offsetParent?.getBoundingClientRect();
    if (!box.current || !chart || px === undefined || py === undefined) return;
    const { offsetWidth: width, offsetHeight: height } = box.current;
    setPlace(
      readoutPlace(
        { x: px, y: py },
        { width, height },
        {
          left: margin - chart.left,
          top: margin - chart.top,
          right: window.innerWidth - margin - chart.left,
          bottom: window.innerHeight - margin - chart.top,
        },
      ),
    );
  }, [px, py, readout]);
  const columns = Array.from({ length: Math.ceil(readout.values.length / columnRows) }, (_, i) =>
    readout.values.slice(i * columnRows, (i + 1) * columnRows),
  );
  return (
    <>
      <div className={styles.hair} style={{ left: x }} />
      {pointer && (
        <div ref={box} className={styles.readout} style={place}>
          <strong>{name}</strong>
          <div className={styles.columns}>
            {columns.map((values) => (
              <table key={values[0]?.name}>
                <tbody>
                  {values.map((value) => (
                    <ValueRow key={value.name} value={value} />
                  ))}
                </tbody>
              </table>
            ))}
          </div>
        </div>
      )}
    </>
  );
}

const figureOf = ({ decimals, low, high, nameOf }: ReadoutValue): string => {
  const figure = (one: number) => nameOf?.(one) ?? formatNumber(one, decimals);
  return high === low ? figure(low) : `${figure(low)} – ${figure(high)}`;
};

/** The same values for screen readers. */
export const readoutText = ({ values }: Values, name: string): string =>
  [name, ...values.map((value) => `${value.name} ${figureOf(value)} ${value.unit}`)].join('; ');

function ValueRow({ value }: { value: ReadoutValue }) {
  const { name, colour, dash, unit, isDoubtful } = value;
  return (
    <tr>
      <td>
        <Swatch colour={colour} dash={dash} hollow={isDoubtful} />
        {name}
      </td>
      <td>{figureOf(value)}</td>
      <td>{unit}</td>
    </tr>
  );
}
