import { expect, test } from 'vitest';
import { rankedByGoodRate } from './good-rate-rank.ts';

const site = (name: string, now: number | null, before: number | null, index: number | null) => ({
  name,
  now: { good_percent: now },
  year_before: { good_percent: before },
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
