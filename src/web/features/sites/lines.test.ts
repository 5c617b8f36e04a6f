import { expect, test } from 'vitest';
import { continued, coursesOf, usualGapMs } from './lines.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 15, 8, minute));
const point = (minute: number, value: number) => ({ at: at(minute).getTime(), value, valid: true });

test('an answer, newest first, becomes one course per factor, oldest first', () => {
  const column = { component_name: '', component_name_en: '', formula: '', unit: '', decimals: 1 };
  const row = (minute: number, values: (number | null)[], counts: boolean[]) => ({
    ts: at(minute).toISOString(),
    values,
    counts,
    origins: 'll',
  });
  const courses = coursesOf({
    factors: [
      { component_id: 3, ...column },
      { component_id: 1, ...column },
    ],
    data_info: [row(2, [20, null], [true, false]), row(1, [10, 7], [true, false])],
    total: 2,
  });
  expect(courses.get(3)).toEqual([point(1, 10), point(2, 20)]);
  expect(courses.get(1)?.map(({ value, valid }) => [value, valid])).toEqual([
    [7, false],
    [null, false],
  ]);
});

test('what is heard goes on where the answer ended, and corrects it', () => {
  const heard = [
    { ts: at(2).toISOString(), value: 21, flag: 'D' },
    { ts: at(3).toISOString(), value: 30, flag: '' },
  ];
  expect(continued([point(1, 10), point(2, 20)], heard)).toEqual([
    point(1, 10),
    { ...point(2, 21), valid: false },
    point(3, 30),
  ]);
});

test('a gap is more than two and a half of the usual steps', () => {
  const minutes = [0, 1, 2, 3, 20, 21].map((minute) => point(minute, 1));
  expect(usualGapMs(minutes)).toBe(150_000);
  expect(usualGapMs([])).toBeGreaterThan(0);
});
