import { expect, test } from 'vitest';
import {
  copiedFrom,
  type FactorLine,
  factorIn,
  lineOf,
  mergeLines,
  moved,
  problemsIn,
} from './factor-lines.ts';

const line = (component_id: number, more: Partial<FactorLine> = {}) => ({ ...lineOf(component_id), ...more });
const ids = (lines: readonly FactorLine[]) => lines.map(({ component_id }) => component_id);

test('a line moves to another place, and not beyond the ends', () => {
  const lines = [line(1), line(2), line(3)];
  expect(ids(moved(lines, 0, 2))).toEqual([2, 3, 1]);
  expect(ids(moved(lines, 2, 0))).toEqual([3, 1, 2]);
  expect(ids(moved(lines, 0, -1))).toEqual([1, 2, 3]);
});

test('a copy takes everything but slope and intercept', () => {
  const theirs = [line(1, { decimals: 3, k: 2, b: 5 }), line(2, { range_max: 9, k: 3 })];
  expect(copiedFrom(theirs, [line(9), line(1, { k: 1.05, b: -1 })])).toEqual([
    line(1, { decimals: 3, k: 1.05, b: -1 }),
    line(2, { range_max: 9 }),
  ]);
});

test('of two people’s changes neither is lost', () => {
  const opened = [line(1), line(2), line(3)];
  const theirs = [line(1, { k: 1.1 }), line(3), line(4)];
  const mine = [line(1), line(2), line(3, { decimals: 1 }), line(5)];
  const { lines, touched } = mergeLines(opened, theirs, mine);
  expect(lines).toEqual([line(1, { k: 1.1 }), line(3, { decimals: 1 }), line(4), line(5)]);
  expect(touched.sort()).toEqual([1, 2, 4]);
});

test('an order of mine outlasts what the other added, and theirs mine', () => {
  const opened = [line(1), line(2)];
  expect(ids(mergeLines(opened, [line(1), line(2), line(3)], [line(2), line(1)]).lines)).toEqual([2, 1, 3]);
  expect(ids(mergeLines(opened, [line(2), line(1)], [line(1, { k: 2 }), line(2)]).lines)).toEqual([2, 1]);
});

test('what the contract refuses is known before it is sent', () => {
  const problems = (more: Partial<FactorLine>) =>
    Array.from(problemsIn(line(1, more)), ([field, { problem }]) => [field, problem]);
  expect(problems({ range_min: 5, range_max: 1 })).toEqual([['range_max', 'below_minimum']]);
  expect(problems({ k: 0 })).toEqual([['k', 'zero_refused']]);
  expect(problems({ k: null })).toEqual([['k', 'required']]);
  expect(problems({ decimals: 7 })).toEqual([['decimals', 'too_big']]);
  expect(problemsIn(line(1, { interval_seconds: 90_000 })).get('interval_seconds')).toEqual({
    problem: 'too_big',
    params: { max: 86_400 },
  });
});

test('a site’s own factors bring their names, and what holds where the site says nothing', () => {
  const row = {
    ...{ component_id: 7, component_name: '臭氧', component_name_en: 'Ozone', formula: 'O3', unit: 'µg/m³' },
    ...{ category: 'air' as const, sort: 1, decimals: null, range_min: 5, range_max: null, k: 1, b: 0 },
    interval_seconds: 14_400,
    ...{ component_decimals: 1, component_range_min: 0, component_range_max: 1200 },
  };
  expect(factorIn([row], 7)).toMatchObject({
    component_name: '臭氧',
    decimals: 1,
    range_min: 0,
    range_max: 1200,
  });
  expect(factorIn([row], 8)).toBeUndefined();
});
