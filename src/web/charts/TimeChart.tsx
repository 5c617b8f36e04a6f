import { type Ref, useCallback, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { useT } from '#web/i18n.ts';
import { ChartLegend, legendHeight, legendText } from './ChartLegend.tsx';
import { canvasOf, sharpness } from './canvas-of.ts';
import { chartKeys, shortcuts } from './chart-keys.ts';
import { hiddenAfter, legendFigures, legendKeys } from './legend-figures.ts';
import { styledLines } from './line-styles.ts';
import { nextTime, readoutAt } from './line-values.ts';
import { lookNow, paperLook } from './look.ts';
import { Panned } from './Panned.tsx';
import { Readout, readoutText } from './Readout.tsx';
import styles from './time-chart.module.css';
import { type ChartPanel, frame } from './time-chart-option.ts';
import { titledPicture } from './titled-picture.ts';
import { useDrawing } from './useDrawing.ts';
import { plotScale, useGestures } from './useGestures.ts';

export interface TimeChartHandle {
  /** Chart with heading and legend as a PNG data URL; `onPaper` uses the light theme. */
  png(heading: readonly string[], onPaper?: boolean): string;
}

interface TimeChartProps {
  panels: readonly ChartPanel[];
  /** Range of the time axis in milliseconds. */
  from: number;
  to: number;
  /** Formats a time. */
  nameOf(at: number): string;
  /** Accessible name. */
  label: string;
  /** Called with the time range to show after a drag, or undefined when a double click resets the zoom. */
  onZoom?(span: { from: number; to: number } | undefined): void;
  /** Called with the clicked time. */
  onPick?(at: number): void;
  /** Time to highlight, such as that of a hovered table row. */
  marked?: number | undefined;
  /** Called with the time of the value under the pointer, or undefined. */
  onHover?(at: number | undefined): void;
  /** Time range highlighted behind the lines. */
  shaded?: { from: number; to: number };
  ref?: Ref<TimeChartHandle>;
}

/** Lines over time, one panel per unit, with a shared cross-hair. */
export function TimeChart(props: TimeChartProps) {
  const { panels, from, to, nameOf, label, onZoom, onPick, marked, onHover, shaded, ref } = props;
  const t = useT();
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const { place, chart, size, paint } = useDrawing(panels, from, to, hidden);
  const rows = useMemo(
    () => styledLines(panels).map((line) => ({ ...line, figures: legendFigures(line.course, from, to) })),
    [panels, from, to],
  );

  useImperativeHandle(ref, () => ({
    png: (heading, onPaper = false) => {
      if (!chart.current) return '';
      const look = onPaper ? paperLook() : lookNow();
      const legend = rows
        .filter(({ name }) => !hidden.has(name))
        .map((row) => ({
          ...row,
          text: legendKeys.map((key) => `${t(`history.legend_${key}`)} ${legendText(row, key)}`).join('   '),
        }));
      return titledPicture(canvasOf(chart.current, look, paint), heading, look, sharpness, legend);
    },
  }));

  const scale = plotScale(() => place.current?.getBoundingClientRect(), size, { from, to });
  const { inner, xOf } = scale;
  const { pointer, point, drawn, panned, gestures } = useGestures(scale, onZoom, onPick);
  const press = chartKeys({
    ...{ scale, span: { from, to }, at: pointer?.at, point, onZoom, onPick },
    next: (time, leastMs, side) => nextTime(panels, hidden, time, leastMs, side),
  });
  const at = panned === undefined ? (pointer?.at ?? marked) : undefined;
  const readout = useMemo(
    () => (at === undefined ? undefined : readoutAt(panels, hidden, at, ((to - from) / inner) * 8)),
    [panels, hidden, at, from, to, inner],
  );
  const hovered = pointer && readout?.time;
  const told = useRef<(at: number | undefined) => void>(undefined);
  useEffect(() => {
    told.current = onHover;
  });
  useEffect(() => told.current?.(hovered), [hovered]);
  const click = useCallback(
    (name: string, adds: boolean) =>
      setHidden((last) =>
        hiddenAfter(
          rows.map((row) => row.name),
          last,
          name,
          adds,
        ),
      ),
    [rows],
  );

  return (
    <div className={styles.root}>
      <div
        className={styles.chart}
        role="img"
        aria-label={label}
        aria-keyshortcuts={shortcuts}
        aria-description={t(onZoom ? 'history.keys' : 'history.keys_read')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard reads its values
        tabIndex={0}
        {...gestures}
        onKeyDown={press}
      >
        {shaded && size.width > 0 && (
          <Stretch
            className={styles.shaded}
            from={xOf(Math.max(from, shaded.from))}
            to={xOf(Math.min(to, shaded.to))}
          />
        )}
        <div ref={place} className={styles.canvas} />
        {panned !== undefined && <Panned chart={chart} size={size} by={panned} />}
        {drawn && <Stretch className={styles.drawn} from={xOf(drawn.from)} to={xOf(drawn.to)} />}
        {readout && (
          <Readout readout={readout} name={nameOf(readout.time)} x={xOf(readout.time)} pointer={pointer} />
        )}
      </div>
      <p className={styles.spoken} aria-live="polite">
        {pointer?.isKey && readout && readoutText(readout, nameOf(readout.time))}
      </p>
      <div className={styles.under} style={{ height: legendHeight(rows.length) }}>
        <ChartLegend rows={rows} hidden={hidden} onClick={click} />
      </div>
    </div>
  );
}

/** Highlighted range between two x positions in pixels, in either order. */
function Stretch({ className, from, to }: { className: string | undefined; from: number; to: number }) {
  const width = Math.max(2, Math.abs(to - from));
  return (
    <div
      className={className}
      style={{ left: Math.min(from, to), width, top: frame.top, bottom: frame.bottom }}
    />
  );
}
