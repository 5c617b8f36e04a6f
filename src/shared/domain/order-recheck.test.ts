import { expect, test } from 'vitest';
import { dataSpans, recheck } from './order-recheck.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 17, 8, minute));
const upTo = (minute: number) => [{ from: at(0), to: at(minute) }];
const fixed = { isOpen: false, endedAt: at(10), fixedAt: at(20), data: upTo(30), minutes: 30 };

test('while the alarm is open, nothing is proved', () => {
  expect(recheck({ ...fixed, isOpen: true })).toEqual({ state: 'open', since: null, until: null });
});

test('data count from the fix on, or from the end of the alarm if that came later', () => {
  expect(recheck(fixed)).toEqual({ state: 'waiting', since: at(20), until: at(50) });
  expect(recheck({ ...fixed, endedAt: at(25) })).toMatchObject({ since: at(25), until: at(55) });
  expect(recheck({ ...fixed, endedAt: null })).toMatchObject({ since: at(20) });
});

test('without data since then there is no proof, however long one waits', () => {
  expect(recheck({ ...fixed, data: upTo(20) }).state).toBe('no_data');
  expect(recheck({ ...fixed, data: [] }).state).toBe('no_data');
});

test('it passes once data reach the whole span, and at once where none is asked for', () => {
  expect(recheck({ ...fixed, data: upTo(49) }).state).toBe('waiting');
  expect(recheck({ ...fixed, data: upTo(50) }).state).toBe('passed');
  expect(recheck({ ...fixed, data: [], minutes: 0 }).state).toBe('passed');
});

test('values far apart are not good all the time between them: the time counts anew after the gap', () => {
  const every5 = (...minutes: number[]) =>
    dataSpans(
      minutes.map((minute) => at(minute).getTime()),
      5 * 60_000,
      0,
    );
  const found = (...minutes: number[]) => recheck({ ...fixed, data: every5(...minutes) });
  expect(found(20, 25, 130)).toEqual({ state: 'waiting', since: at(130), until: at(160) });
  // The first value after the fix came late.
  expect(found(10, 130)).toMatchObject({ state: 'waiting', since: at(130) });
  expect(found(10, 130, 145, 160)).toMatchObject({ state: 'passed', since: at(130) });
  // Three intervals are not a gap, as in the alarm rule.
  expect(found(15, 30, 45, 50)).toMatchObject({ state: 'passed', since: at(20) });
  // A passed check is not undone by a later gap.
  expect(found(20, 35, 50, 130)).toMatchObject({ state: 'passed', since: at(20), until: at(50) });
});
