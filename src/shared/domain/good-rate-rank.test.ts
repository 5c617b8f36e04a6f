import { expect, test } from 'vitest';
import { rankedByGoodRate } from './good-rate-rank.ts';

const site = (
  name: string,
  now: number | null,
  before: number | null,
  index: number | null,
  valid = now === null ? 0 : 31,
) => ({
  name,
  now: { good_percent: now, valid, invalid: 31 - valid },
  year_before: { good_percent: before },
  year_before_by_now: before === null ? null : { good_percent: before - 10 },
  index,
});

test('the best comes first; equal rates share a rank, the lower comprehensive index first; without one last', () => {
  const ranked = rankedByGoodRate([
    site('none', null, 90, null),
    site('dusty', 80, 85.5, 4),
    site('fine', 96.7, 96.6, 3.1),
    site('finer', 96.7, null, 2.9),
  ]);
  expect(ranked.map(({ name, rank, difference }) => [name, rank, difference])).toEqual([
    ['finer', 1, null],
    ['fine', 1, 0.1],
    ['dusty', 3, -5.5],
    ['none', null, null],
  ]);
});

test('with less than three quarters of the days valid a site has no rank and stands below those that have', () => {
  const ranked = rankedByGoodRate([
    site('few', 100, 90, 2, 23),
    site('enough', 80, 85, 4, 24),
    site('fewer', 60, 90, 2, 1),
    site('none', null, 90, null),
  ]);
  expect(ranked.map(({ name, rank }) => [name, rank])).toEqual([
    ['enough', 1],
    ['few', null],
    ['fewer', null],
    ['none', null],
  ]);
});

test('a year is held against the last one by its own rules and, where they differ, by this year’s', () => {
  expect(rankedByGoodRate([site('one', 80, 85.5, 4)])[0]).toMatchObject({
    difference: -5.5,
    difference_by_now: 4.5,
  });
});
