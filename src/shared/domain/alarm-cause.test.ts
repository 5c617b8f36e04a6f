import { expect, test } from 'vitest';
import { type CauseFigures, likelyCause, timesUsual } from './alarm-cause.ts';

const nothing: CauseFigures = {
  ...{ value: 180, limit: 150, neighbours: [], wind: null, sisters: [], times: 2, faults: [] },
};
const near = (...values: number[]) => values.map((value, i) => ({ site_id: i, site_name: '', km: i, value }));
const sisters = (...times: number[]) => times.map((each, i) => ({ component_id: i, times: each }));

test.each<[string, Partial<CauseFigures>, ReturnType<typeof likelyCause>]>([
  [
    'half of the neighbours are high too',
    { neighbours: near(140, 20) },
    { cause: 'regional', bearing: null },
  ],
  ['one neighbour alone proves nothing', { neighbours: near(160) }, { cause: 'local', bearing: null }],
  [
    'neighbours are low and the wind blows',
    { neighbours: near(20, 30, 40), wind: { direction: 225, speed: 3 } },
    { cause: 'local', bearing: 225 },
  ],
  [
    'in a calm nothing is upwind',
    { wind: { direction: 225, speed: 0.2 } },
    { cause: 'local', bearing: null },
  ],
  [
    'the instrument was at fault',
    { faults: ['flag'], neighbours: near(170, 170) },
    { cause: 'instrument', bearing: null },
  ],
  [
    'it rose alone, and very far',
    { times: 20, sisters: sisters(1, 0.9) },
    { cause: 'instrument', bearing: null },
  ],
  ['others rose with it', { times: 20, sisters: sisters(1, 1.6) }, { cause: 'local', bearing: null }],
])('where %s', (_what, figures, cause) => {
  expect(likelyCause({ ...nothing, ...figures })).toEqual(cause);
});

test('the usual is the median of the values before', () => {
  expect(timesUsual(100, [10, 10, 20, 20, 20, 90])).toBe(5);
  expect(timesUsual(100, [10, 10])).toBeNull();
  expect(timesUsual(100, [0, 0, 0, 0, 0, 0])).toBeNull();
});
