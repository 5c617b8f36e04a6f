import { expect, test } from 'vitest';
import type { Station } from '#web/network/network.ts';
import type { Frames } from '#web/network/replay-frames.ts';
import { axisEnd, hourCourse, stretches } from './hour-course.ts';

const cells: Record<number, (number | null)[]> = {
  1: [10, null, 30],
  2: [20, null, null],
  3: [500, 500, 500],
};
const frames = {
  steps: 3,
  startOf: (step: number) => new Date(step * 3_600_000),
  cell: (step: number, site_id: number) => {
    const value = cells[site_id]?.[step] ?? null;
    return value === null ? undefined : { level: 1, value };
  },
} as unknown as Frames;
const of = (site_id: number, virtual_data = false) =>
  ({ site: { site_id, virtual_data }, medium: 'air' }) as unknown as Station;

test('an hour is the mean of the stations that have a value in it; simulated ones are left out', () => {
  expect(hourCourse(frames, [of(1), of(2), of(3, true)])).toEqual([
    { at: 0, mean: 15, highest: 20 },
    { at: 3_600_000, mean: null, highest: null },
    { at: 7_200_000, mean: 30, highest: 30 },
  ]);
});

test('a missing hour parts the line', () => {
  expect(stretches([1, 2, null, 3])).toEqual([
    { from: 0, values: [1, 2] },
    { from: 3, values: [3] },
  ]);
});

test('an axis ends at a round figure', () => {
  expect([0, 48, 50, 51, 612].map(axisEnd)).toEqual([10, 50, 50, 100, 700]);
});
