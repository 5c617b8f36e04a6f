import { describe, expect, test } from 'vitest';
import {
  type Check,
  type CheckedRow,
  classCheck,
  constantCheck,
  flagCheck,
  jumpCheck,
  limitCheck,
  ozoneCheck,
  pairCheck,
  type SiteState,
  stepChecks,
  zeroCheck,
} from './alarm-checks.ts';
import type { AlarmRule } from './alarm-rule.ts';
import { HOUR_MS } from './time-units.ts';

const rule: AlarmRule = {
  ...{ high_warning: 75, high_alarm: 150, low_warning: null, low_alarm: null },
  ...{ raise_after: 1, clear_after: 1, deadband: 0, hours: [] },
};

type Cell = number | null | [value: number | null, flag: string];

/** Plays the hours of one or two factors; returns the effects as `hour did`. */
function played(checks: Check[], ...columns: Cell[][]): string[] {
  const state: SiteState = {};
  const length = Math.max(...columns.map((column) => column.length));
  const did: string[] = [];
  for (let i = 0; i < length; i++) {
    const values = new Map<number, { value: number | null; flag: string }>();
    columns.forEach((column, fid) => {
      const cell = column[i];
      if (cell === undefined) return;
      const [value, flag] = Array.isArray(cell) ? cell : [cell, ''];
      values.set(fid, { value, flag });
    });
    const row: CheckedRow = { at: i * HOUR_MS, time: `${String(i % 24).padStart(2, '0')}:00:00`, values };
    for (const step of stepChecks(state, checks, HOUR_MS, row)) did.push(`${i} ${step.did}`);
  }
  return did;
}

test('a value beyond its limit raises, worsens and clears', () => {
  expect(played([limitCheck({ fid: 0 }, () => rule)], [70, 80, 160, 60])).toEqual([
    '1 raised',
    '2 worsened',
    '3 cleared',
  ]);
});

test('what is marked and has no value shows none', () => {
  const row: CheckedRow = { at: 0, time: '00:00:00', values: new Map([[0, { value: null, flag: 'D' }]]) };
  const state: SiteState = {};
  expect(stepChecks(state, [flagCheck(0, 'warning', 1)], HOUR_MS, row)).toMatchObject([{ shown: null }]);
  expect(state['flag 0']?.memory).toEqual({});
});

test('a marked or missing value neither raises nor clears', () => {
  const check = limitCheck({ fid: 0 }, () => rule);
  expect(played([check], [[200, 'D'], null, [200, 'C'], 80, [10, 'D'], 80, 10])).toEqual([
    '3 raised',
    '6 cleared',
  ]);
});

test('ozone is judged by the mean of eight hours, of which six are enough', () => {
  const check = ozoneCheck({ fid: 0 }, () => ({ ...rule, high_warning: null, high_alarm: 160 }), Math.round);
  expect(played([check], [200, 200, 200, 200, 200, 200, 10, 10, 10])).toEqual(['5 raised', '7 cleared']);
});

test('the class of water is compared as a number', () => {
  const classes = [3, 4, 5, 3];
  const check = classCheck(
    {},
    () => ({ ...rule, high_warning: null, high_alarm: 3 }),
    (values) => values.get(0) ?? null,
  );
  expect(played([check], classes)).toEqual(['1 raised', '3 cleared']);
});

describe('a constant value', () => {
  test('raises after so many hours and clears when it changes', () => {
    expect(played([constantCheck(0, 'warning', 6)], [1, 5, 5, 5, 5, 5, 5, 5, 6])).toEqual([
      '6 raised',
      '8 cleared',
    ]);
  });

  test('does not raise where another value lies between, nor of nothing at all', () => {
    expect(played([constantCheck(0, 'warning', 4)], [5, 5, 5, 6, 5, 5, 5, 0, 0, 0, 0, 0])).toEqual([]);
  });
});

test('zero or below raises after so many values', () => {
  expect(played([zeroCheck(0, 'warning', 3)], [1, 0, -2, 0, 0, 3])).toEqual(['3 raised', '5 cleared']);
});

test('a jump is of the value before and of a least amount; a new height is no second one', () => {
  expect(played([jumpCheck(0, 'warning', 300, 50)], [2, 9, 100, 101, 10, 12])).toEqual([
    '2 raised',
    '3 cleared',
  ]);
});

test('the part above the whole cannot be', () => {
  const check = pairCheck(0, 1, 'warning', 2, 5);
  expect(played([check], [50, 104, 106, 106, 50], [100, 100, 100, 100, 100])).toEqual([
    '3 raised',
    '4 cleared',
  ]);
});

test('marks of a device raise, but not while it is looked after', () => {
  const check = flagCheck(0, 'warning', 2);
  expect(played([check], [1, [1, 'D'], [1, 'C'], [1, 'M'], [null, 'D'], 1])).toEqual([
    '4 raised',
    '5 cleared',
  ]);
});

test('what is at rest leaves nothing behind', () => {
  const state: SiteState = {};
  const row = (value: number): CheckedRow => ({
    ...{ at: value, time: '08:00:00' },
    values: new Map([[0, { value, flag: '' }]]),
  });
  const checks = [limitCheck({ fid: 0 }, () => rule), zeroCheck(0, 'warning', 3)];
  stepChecks(state, checks, HOUR_MS, row(80));
  expect(Object.keys(state)).toEqual(['over_standard 0']);
  stepChecks(state, checks, HOUR_MS, row(60));
  expect(state).toEqual({});
});
