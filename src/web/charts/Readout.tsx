import { formatNumber } from '#shared/domain/numbers.ts';
import type { Readout as Values } from './line-values.ts';
import styles from './time-chart.module.css';

interface ReadoutProps {
  readout: Values;
  /** What the time is called. */
  name: string;
  x: number;
  /** Which side of the cross-hair has room. */
  isLeft: boolean;
}

const colors = 8;

/** The cross-hair over all panels, and what stands under it. */
export function Readout({ readout, name, x, isLeft }: ReadoutProps) {
  return (
    <>
      <div className={styles.hair} style={{ left: x }} />
      <div
        className={styles.readout}
        style={isLeft ? { right: `calc(100% - ${x - 12}px)` } : { left: x + 12 }}
      >
        <strong>{name}</strong>
        <table>
          <tbody>
            {readout.values.map(({ name: line, color, unit, decimals, low, high, isDoubtful, nameOf }) => {
              const ink = `var(--series-${(color % colors) + 1})`;
              const figure = (value: number) => nameOf?.(value) ?? formatNumber(value, decimals);
              return (
                <tr key={line}>
                  <td>
                    <i
                      className={styles.swatch}
                      style={{ background: isDoubtful ? 'transparent' : ink, borderColor: ink }}
                    />
                    {line}
                  </td>
                  <td>{high === low ? figure(low) : `${figure(low)} – ${figure(high)}`}</td>
                  <td>{unit}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </>
  );
}
