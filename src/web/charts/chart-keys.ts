import type { KeyboardEvent } from 'react';
import { frame } from './time-chart-option.ts';
import type { Pointer, plotScale, Span } from './useGestures.ts';

/** Key presses until the cross-hair has crossed the plot, if there are more values than that. */
const stepsAcross = 200;
const panShare = 0.25;
/** Space between the cross-hair's values and the top of the plot in pixels. */
const readoutTop = 24;

export const shortcuts = 'ArrowLeft ArrowRight Shift+ArrowLeft Shift+ArrowRight Home End 0 Enter';

interface ChartKeys {
  scale: ReturnType<typeof plotScale>;
  span: Span;
  /** Time of the cross-hair. */
  at: number | undefined;
  /** Time of the first value at least `leastMs` before or after a time. */
  next(at: number, leastMs: number, side: 1 | -1): number | undefined;
  point(pointer: Pointer | undefined): void;
  onZoom: ((span: Span | undefined) => void) | undefined;
  onPick: ((at: number) => void) | undefined;
}

/** Keys of a focused chart: arrows move the cross-hair and with Shift pan, + and − zoom, 0 resets, Enter picks. */
export function chartKeys({ scale, span: { from, to }, at, next, point, onZoom, onPick }: ChartKeys) {
  const pointTo = (time: number | undefined) => {
    if (time !== undefined && time >= from && time <= to)
      point({ at: time, x: scale.xOf(time), y: frame.top + readoutTop, isKey: true });
  };
  const step = (side: 1 | -1) => {
    const leastMs = at === undefined ? 0 : (to - from) / stepsAcross;
    pointTo(next(at ?? (side === 1 ? from - 1 : to + 1), leastMs, side));
  };
  const zoomTo = (to: Span | undefined) => {
    point(undefined);
    onZoom?.(to);
  };
  const pan = (side: 1 | -1) => zoomTo(scale.pannedBy(-side * panShare * scale.inner));
  const zoomBy = (factor: number) => {
    const middle = at ?? (from + to) / 2;
    const end = Math.min(middle + (to - middle) * factor, Math.max(to, Date.now()));
    zoomTo({ from: middle - (middle - from) * factor, to: end });
  };
  const acts = new Map<string, (isShifted: boolean) => void>([
    ['ArrowLeft', (isShifted) => (isShifted ? pan(-1) : step(-1))],
    ['ArrowRight', (isShifted) => (isShifted ? pan(1) : step(1))],
    ['Home', () => pointTo(next(from - 1, 0, 1))],
    ['End', () => pointTo(next(to + 1, 0, -1))],
    ['+', () => zoomBy(0.5)],
    ['=', () => zoomBy(0.5)],
    ['-', () => zoomBy(2)],
    ['_', () => zoomBy(2)],
    ['0', () => zoomTo(undefined)],
    ['Enter', () => at !== undefined && onPick?.(at)],
  ]);
  return (event: KeyboardEvent) => {
    const act = acts.get(event.key);
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act(event.shiftKey);
  };
}
