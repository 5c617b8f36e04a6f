import { describe, expect, it } from 'vitest';
import { pointAfter } from './figure-keys.ts';

const bars = [
  { type: 'bar', data: [1, 2, '-'] },
  { type: 'bar', data: [4, 5, 6] },
];

describe('keys of a figure', () => {
  it('start at the first point', () => {
    expect(pointAfter(bars, undefined, 'ArrowDown')).toEqual({ series: 0, index: 0 });
    expect(pointAfter([{ data: [] }, bars[0] ?? {}], undefined, 'ArrowLeft')).toEqual({
      series: 1,
      index: 0,
    });
    expect(pointAfter([], undefined, 'ArrowLeft')).toBeUndefined();
  });

  it('walk along a series and to the next one, and stop at the ends', () => {
    expect(pointAfter(bars, { series: 0, index: 1 }, 'ArrowRight')).toEqual({ series: 0, index: 2 });
    expect(pointAfter(bars, { series: 0, index: 2 }, 'ArrowRight')).toBeUndefined();
    expect(pointAfter(bars, { series: 0, index: 2 }, 'ArrowDown')).toEqual({ series: 1, index: 2 });
    expect(pointAfter(bars, { series: 0, index: 2 }, 'ArrowUp')).toBeUndefined();
    expect(pointAfter(bars, { series: 0, index: 2 }, 'Tab')).toBeUndefined();
  });

  it('lead to the neighbouring cell of a heat map, whatever the order of its cells', () => {
    const cells = [{ type: 'heatmap', data: [[0, 0, 5], { value: [1, 0, '-'] }, [1, 1, 7]] }];
    expect(pointAfter(cells, { series: 0, index: 0 }, 'ArrowRight')).toEqual({ series: 0, index: 1 });
    expect(pointAfter(cells, { series: 0, index: 1 }, 'ArrowDown')).toEqual({ series: 0, index: 2 });
    expect(pointAfter(cells, { series: 0, index: 2 }, 'ArrowLeft')).toBeUndefined();
  });
});
