import type { KeyboardEvent } from 'react';
import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '#shared/domain/time-units.ts';
import { chartKeys } from './chart-keys.ts';
import type { ChartPanel } from './chart-panel.ts';
import { nextTime } from './line-values.ts';
import { type Pointer, plotScale, type Span } from './useGestures.ts';

const from = Date.UTC(2026, 0, 1);
const to = from + 24 * HOUR_MS;
const course = {
  times: [0, 6, 12, 24].map((hour) => from + hour * HOUR_MS),
  low: [1, null, 3, 4],
  doubtful: [],
};
const panels: ChartPanel[] = [{ unit: 'µg/m³', lines: [{ name: 'PM2.5', decimals: 0, course }] }];

/** A chart whose cross-hair is at the given hour, and what its keys did. */
function keyboard(atHour?: number) {
  const done: { pointer?: Pointer | undefined; zoom?: Span | undefined; picked?: number } = {};
  const press = chartKeys({
    scale: plotScale(() => undefined, { width: 896, height: 300 }, { from, to }),
    span: { from, to },
    at: atHour === undefined ? undefined : from + atHour * HOUR_MS,
    next: (at, leastMs, side) => nextTime(panels, new Set(), at, leastMs, side),
    point: (pointer) => {
      done.pointer = pointer;
    },
    onZoom: (zoom) => {
      done.zoom = zoom;
    },
    onPick: (picked) => {
      done.picked = picked;
    },
  });
  const key = (name: string, held: Partial<KeyboardEvent> = {}) => {
    press({ key: name, preventDefault: () => undefined, ...held } as KeyboardEvent);
    return done;
  };
  return { key, hourOf: (name: string) => ((key(name).pointer?.at ?? 0) - from) / HOUR_MS };
}
const hours = ({ zoom }: { zoom?: Span | undefined }) =>
  zoom && [(zoom.from - from) / HOUR_MS, (zoom.to - from) / HOUR_MS];

describe('keys of a chart over time', () => {
  it('move the cross-hair from value to value, past gaps, and stop at the ends', () => {
    expect(keyboard().hourOf('ArrowRight')).toBe(0);
    expect(keyboard(0).hourOf('ArrowRight')).toBe(12);
    expect(keyboard(12).hourOf('ArrowLeft')).toBe(0);
    expect(keyboard().hourOf('ArrowLeft')).toBe(24);
    expect(keyboard(24).key('ArrowRight').pointer).toBeUndefined();
    expect(keyboard(12).hourOf('End')).toBe(24);
    expect(keyboard(12).hourOf('Home')).toBe(0);
  });

  it('pan by a quarter with Shift, zoom around the cross-hair, and reset', () => {
    expect(hours(keyboard().key('ArrowLeft', { shiftKey: true }))).toEqual([-6, 18]);
    expect(hours(keyboard().key('+'))).toEqual([6, 18]);
    expect(hours(keyboard(0).key('+'))).toEqual([0, 12]);
    expect(keyboard().key('0')).toHaveProperty('zoom', undefined);
  });

  it('pick the time of the cross-hair, and leave the browser its own keys', () => {
    expect(keyboard(12).key('Enter').picked).toBe(from + 12 * HOUR_MS);
    expect(keyboard().key('Enter').picked).toBeUndefined();
    expect(keyboard().key('+', { ctrlKey: true })).toEqual({});
  });
});
