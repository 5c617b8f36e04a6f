import { expect, test } from 'vitest';
import { replayCourse, tickSteps } from './replay-course.ts';

const station = (site_id: number, medium: 'air' | 'water', virtual_data = false) =>
  ({ medium, site: { site_id, virtual_data } }) as Parameters<typeof replayCourse>[1][number];
const values: Record<number, (number | null)[]> = { 1: [50, 60], 2: [100, null], 3: [3, 3], 4: [500, 500] };
const frames = {
  steps: 3,
  cell: (step: number, site_id: number) => {
    const value = values[site_id]?.[step] ?? null;
    return value === null ? undefined : { level: 1 as const, value };
  },
};

test('the course is the mean of the air, without what is simulated and what is missing', () => {
  const stations = [station(1, 'air'), station(2, 'air'), station(3, 'water'), station(4, 'air', true)];
  expect(replayCourse(frames, stations)).toEqual([75, 60, null]);
  expect(replayCourse(frames, [station(3, 'water')])).toEqual([3, 3, null]);
});

test('a day has a tick every six hours, a week at every midnight', () => {
  const hourOf = (step: number) => (step + 10) % 24;
  expect(tickSteps(24, hourOf)).toEqual([2, 8, 14, 20]);
  expect(tickSteps(168, hourOf)).toHaveLength(7);
});
