import { type PointerEvent, useState } from 'react';
import { frame } from './time-chart-option.ts';

export interface Span {
  from: number;
  to: number;
}

export interface Pointer {
  /** Time under the pointer. */
  at: number;
  x: number;
  y: number;
  /** Moved by the keyboard. */
  isKey?: true;
}

/** Pixels; a shorter drag is a click. */
const drawnPx = 6;

/** Converts between times and pixel positions on the plot. */
export function plotScale(
  boxNow: () => DOMRect | undefined,
  size: { width: number; height: number },
  { from, to }: Span,
) {
  const inner = Math.max(1, size.width - frame.left - frame.right);
  const placeOf = ({ clientX, clientY }: PointerEvent) => {
    const box = boxNow();
    return { x: clientX - (box?.left ?? 0), y: clientY - (box?.top ?? 0) };
  };
  const timeOf = (event: PointerEvent) =>
    from + (Math.min(inner, Math.max(0, placeOf(event).x - frame.left)) / inner) * (to - from);
  return {
    inner,
    timeOf,
    xOf: (time: number) => frame.left + ((time - from) / (to - from)) * inner,
    pointerOf: (event: PointerEvent) => ({ at: timeOf(event), ...placeOf(event) }),
    isInside: (event: PointerEvent) => {
      const { x, y } = placeOf(event);
      const [right, bottom] = [size.width - frame.right, size.height - frame.bottom];
      return x >= frame.left && x <= right && y >= frame.top && y <= bottom;
    },
    /** Range after the plot was dragged `by` pixels; it does not reach further into the future than before. */
    pannedBy: (by: number): Span => {
      const later = Math.min((-by / inner) * (to - from), Math.max(0, Date.now() - to));
      return { from: from + later, to: to + later };
    },
  };
}

/** Pointer gestures: hover, click to pick a time, drag to zoom, Shift and drag to pan. */
export function useGestures(
  { timeOf, xOf, pointerOf, isInside, pannedBy }: ReturnType<typeof plotScale>,
  onZoom: ((span: Span | undefined) => void) | undefined,
  onPick: ((at: number) => void) | undefined,
) {
  const [pointer, setPointer] = useState<Pointer>();
  const [drawn, setDrawn] = useState<Span>();
  const [pan, setPan] = useState<{ startX: number; by: number }>();
  const zoomTo = ({ from, to }: Span, event: PointerEvent) => {
    if (Math.abs(xOf(to) - xOf(from)) >= drawnPx)
      onZoom?.({ from: Math.min(from, to), to: Math.max(from, to) });
    else if (isInside(event)) onPick?.(timeOf(event));
  };
  const gestures = {
    onPointerMove: (event: PointerEvent) => {
      if (pan) return setPan({ ...pan, by: event.clientX - pan.startX });
      setPointer(isInside(event) ? pointerOf(event) : undefined);
      if (drawn) setDrawn({ ...drawn, to: timeOf(event) });
    },
    onPointerLeave: () => setPointer(undefined),
    onBlur: () => setPointer(undefined),
    onPointerDown: (event: PointerEvent) => {
      if (!onZoom || event.button !== 0 || event.pointerType === 'touch' || !isInside(event)) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      if (event.shiftKey) {
        setPointer(undefined);
        setPan({ startX: event.clientX, by: 0 });
      } else setDrawn({ from: timeOf(event), to: timeOf(event) });
    },
    onPointerUp: (event: PointerEvent) => {
      setDrawn(undefined);
      setPan(undefined);
      if (pan) {
        if (Math.abs(pan.by) >= drawnPx) onZoom?.(pannedBy(pan.by));
      } else if (drawn) zoomTo(drawn, event);
      else if (isInside(event)) onPick?.(timeOf(event));
    },
    onPointerCancel: () => {
      setDrawn(undefined);
      setPan(undefined);
    },
    onDoubleClick: () => onZoom?.(undefined),
  };
  return { pointer, point: setPointer, drawn, panned: pan?.by, gestures };
}
