import { expect, test } from 'vitest';
import { recheck } from './order-recheck.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 17, 8, minute));
const fixed = { isOpen: false, endedAt: at(10), fixedAt: at(20), dataUntil: at(30), minutes: 30 };

test('while the alarm is open, nothing is proved', () => {
  expect(recheck({ ...fixed, isOpen: true })).toEqual({ state: 'open', since: null, until: null });
});

test('data count from the fix on, or from the end of the alarm if that came later', () => {
  expect(recheck(fixed)).toEqual({ state: 'waiting', since: at(20), until: at(50) });
  expect(recheck({ ...fixed, endedAt: at(25) })).toMatchObject({ since: at(25), until: at(55) });
  expect(recheck({ ...fixed, endedAt: null })).toMatchObject({ since: at(20) });
});

test('without data since then there is no proof, however long one waits', () => {
  expect(recheck({ ...fixed, dataUntil: at(20) }).state).toBe('no_data');
  expect(recheck({ ...fixed, dataUntil: null }).state).toBe('no_data');
});

test('it passes once data reach the whole span, and at once where none is asked for', () => {
  expect(recheck({ ...fixed, dataUntil: at(49) }).state).toBe('waiting');
  expect(recheck({ ...fixed, dataUntil: at(50) }).state).toBe('passed');
  expect(recheck({ ...fixed, dataUntil: null, minutes: 0 }).state).toBe('passed');
});
