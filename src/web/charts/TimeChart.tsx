import {
  type PointerEvent,
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';
import { offsetMs } from '#shared/domain/time.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { useTheme } from '#web/theme/theme.ts';
import { ChartLegend, legendHeight, legendText } from './ChartLegend.tsx';
import { type EChartsType, init } from './echarts.ts';
import { hiddenAfter, legendFigures, legendKeys } from './legend-figures.ts';
import { styledLines } from './line-styles.ts';
import { readoutAt } from './line-values.ts';
import { Readout } from './Readout.tsx';
import styles from './time-chart.module.css';
import { type ChartPanel, frame, lookNow, optionOf } from './time-chart-option.ts';
import { titledPicture } from './titled-picture.ts';

export interface TimeChartHandle {
  /** The picture as it is under what it shows, as an address to save. */
  png(heading: readonly string[]): string;
}

interface TimeChartProps {
  panels: readonly ChartPanel[];
  /** Milliseconds: what the time axis spans. */
  from: number;
  to: number;
  /** What a time is called. */
  nameOf(at: number): string;
  /** What a reader who does not see it is told. */
  label: string;
  /** A time was drawn over, or a double click asks for all of it again. */
  onZoom?(span: { from: number; to: number } | undefined): void;
  /** A time was clicked. */
  onPick?(at: number): void;
  /** A time that is looked at elsewhere, as in a table. */
  marked?: number | undefined;
  /** The time of the value under the pointer, or of none. */
  onHover?(at: number | undefined): void;
  /** A time that stands out behind the lines. */
  shaded?: { from: number; to: number };
  ref?: Ref<TimeChartHandle>;
}

/** Points of a saved picture for each of the page. */
const sharpness = 2;
/** Narrower than this it was a click. */
const drawnPx = 6;

/** Lines over time, one panel for each unit, under one cross-hair. */
export function TimeChart(props: TimeChartProps) {
  const { panels, from, to, nameOf, label, onZoom, onPick, marked, onHover, shaded, ref } = props;
  const t = useT();
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const { place, chart, size } = useDrawing(panels, from, to, hidden);
  const [pointer, setPointer] = useState<{ at: number; x: number; y: number }>();
  const at = pointer?.at ?? marked;
  const rows = useMemo(
    () => styledLines(panels).map((line) => ({ ...line, figures: legendFigures(line.course, from, to) })),
    [panels, from, to],
  );
  const [drawn, setDrawn] = useState<{ from: number; to: number }>();

  useImperativeHandle(ref, () => ({
    png: (heading) => {
      const look = lookNow();
      const picture = chart.current?.renderToCanvas({ pixelRatio: sharpness, backgroundColor: look.surface });
      const legend = rows
        .filter(({ name }) => !hidden.has(name))
        .map((row) => ({
          ...row,
          text: legendKeys.map((key) => `${t(`history.legend_${key}`)} ${legendText(row, key)}`).join('   '),
        }));
      return picture ? titledPicture(picture, heading, look, sharpness, legend) : '';
    },
  }));

  const inner = Math.max(1, size.width - frame.left - frame.right);
  const timeOf = ({ clientX }: PointerEvent) => {
    const x = clientX - (place.current?.getBoundingClientRect().left ?? 0) - frame.left;
    return from + (Math.min(inner, Math.max(0, x)) / inner) * (to - from);
  };
  const pointerOf = (event: PointerEvent) => {
    const box = place.current?.getBoundingClientRect();
    return { at: timeOf(event), x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) };
  };
  const xOf = (time: number) => frame.left + ((time - from) / (to - from)) * inner;
  const isInside = ({ clientX, clientY }: PointerEvent) => {
    const box = place.current?.getBoundingClientRect();
    if (!box) return false;
    const [x, y] = [clientX - box.left, clientY - box.top];
    return (
      x >= frame.left && x <= size.width - frame.right && y >= frame.top && y <= size.height - frame.bottom
    );
  };
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

  const plot = (
    <div
      className={styles.chart}
      role="img"
      aria-label={label}
      onPointerMove={(event) => {
        setPointer(isInside(event) ? pointerOf(event) : undefined);
        if (drawn) setDrawn({ ...drawn, to: timeOf(event) });
      }}
      onPointerLeave={() => setPointer(undefined)}
      onPointerDown={(event) => {
        if (!onZoom || event.button !== 0 || event.pointerType === 'touch' || !isInside(event)) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrawn({ from: timeOf(event), to: timeOf(event) });
      }}
      onPointerUp={(event) => {
        setDrawn(undefined);
        if (!drawn || Math.abs(xOf(drawn.to) - xOf(drawn.from)) < drawnPx) {
          if (isInside(event)) onPick?.(timeOf(event));
          return;
        }
        onZoom?.({ from: Math.min(drawn.from, drawn.to), to: Math.max(drawn.from, drawn.to) });
      }}
      onPointerCancel={() => setDrawn(undefined)}
      onDoubleClick={() => onZoom?.(undefined)}
    >
      {shaded && size.width > 0 && (
        <div
          className={styles.shaded}
          style={{
            left: xOf(Math.max(from, shaded.from)),
            width: Math.max(2, xOf(Math.min(to, shaded.to)) - xOf(Math.max(from, shaded.from))),
            top: frame.top,
            bottom: frame.bottom,
          }}
        />
      )}
      <div ref={place} className={styles.canvas} />
      {drawn && (
        <div
          className={styles.drawn}
          style={{
            left: Math.min(xOf(drawn.from), xOf(drawn.to)),
            width: Math.abs(xOf(drawn.to) - xOf(drawn.from)),
            top: frame.top,
            bottom: frame.bottom,
          }}
        />
      )}
      {readout && (
        <Readout readout={readout} name={nameOf(readout.time)} x={xOf(readout.time)} pointer={pointer} />
      )}
    </div>
  );
  return (
    <div className={styles.root}>
      {plot}
      <div className={styles.under} style={{ height: legendHeight(rows.length) }}>
        <ChartLegend rows={rows} hidden={hidden} onClick={click} />
      </div>
    </div>
  );
}

/** Draws the panels into `place`, anew when they, the words, the colours or the room change. */
function useDrawing(panels: readonly ChartPanel[], from: number, to: number, hidden: ReadonlySet<string>) {
  const language = useLanguage();
  const theme = useTheme();
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<EChartsType>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });

  useEffect(() => {
    if (!place.current) return;
    const element = place.current;
    // Its own month names are English; Chinese labels are figures.
    const made = init(element, null, { locale: 'EN' });
    chart.current = made;
    const watch = new ResizeObserver(() => {
      made.resize();
      setSize({ width: element.clientWidth, height: element.clientHeight });
    });
    watch.observe(element);
    return () => {
      watch.disconnect();
      made.dispose();
    };
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme changes what `lookNow` reads
  useEffect(() => {
    if (size.height === 0) return;
    // The library draws the clock of Greenwich; the network's is so far ahead of it.
    const zoneMs = offsetMs(from);
    const picture = { panels, from, to, zoneMs, hidden, language, ...size };
    chart.current?.setOption(optionOf({ ...picture, look: lookNow() }), { notMerge: true });
  }, [panels, from, to, hidden, language, size, theme]);
  return { place, chart, size };
}
