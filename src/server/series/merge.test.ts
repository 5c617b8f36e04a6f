import { expect, test } from 'vitest';
import { mergeValue, newestOf, replaces, undo, type Value } from './merge.ts';

const nothing: Value = {
  ...{ avg: null, min: null, max: null, cou: null, zs: null, raw: null },
  ...{ flag: '', origin: 'l' },
};
const value = (more: Partial<Value>): Value => ({ ...nothing, ...more });
const live = value({ avg: 5, min: 4 });

test('a later word holds, figure by figure, and what it does not carry stays', () => {
  expect(mergeValue(live, value({ avg: 6, max: 7, origin: 's' }))).toEqual(
    value({ avg: 6, min: 4, max: 7, origin: 's' }),
  );
});

test('an equal value changes nothing, not even the origin', () => {
  expect(mergeValue(live, value({ avg: 5, origin: 's' }))).toBe(live);
  expect(replaces(live, value({ avg: 5, origin: 's' }))).toBe(false);
});

test('a person may stand for the same value, and is then replaced by a person only', () => {
  const reviewed = mergeValue(live, value({ avg: 5, origin: 'r' }));
  expect(reviewed).toEqual({ ...live, origin: 'r' });
  expect(mergeValue(reviewed, value({ avg: 9, origin: 's' }))).toBe(reviewed);
  expect(replaces(reviewed, value({ avg: 9 }))).toBe(false);
  expect(mergeValue(reviewed, value({ avg: 9, origin: 'm' }))).toMatchObject({ avg: 9, origin: 'm' });
});

test('a simulated value is treated as absent, and leaves no revision', () => {
  const simulated = value({ avg: 1, max: 2, origin: 'v' });
  expect(mergeValue(simulated, live)).toBe(live);
  expect(replaces(simulated, live)).toBe(false);
});

test('a flag stands for the value: other figures say nothing of it, a person may take it away', () => {
  const flagged = value({ avg: 5, flag: 'D' });
  expect(mergeValue(flagged, value({ min: 1 }))).toMatchObject({ avg: 5, min: 1, flag: 'D' });
  expect(mergeValue(flagged, value({ avg: 6 })).flag).toBe('');
  expect(mergeValue(flagged, value({ origin: 'r' })).flag).toBe('');
});

test('the newest is what is of the latest time; of one time the later word, which blanks nothing', () => {
  const [early, late] = [new Date(1000), new Date(2000)];
  const now = { ts: late, avg: 5, flag: 'D' };
  expect(newestOf(now, { ts: early, avg: 9, flag: '' })).toBe(now);
  expect(newestOf(now, { ts: late, avg: null, flag: '' })).toEqual(now);
  expect(newestOf(now, { ts: late, avg: 6, flag: '' })).toMatchObject({ avg: 6, flag: '' });
});

test('taken back, what was added goes, what was replaced comes back, what changed since stays', () => {
  const written = value({ avg: 8, origin: 's' });
  expect(undo(written, undefined, written)).toEqual({ remains: undefined, fate: 'removed' });
  expect(undo(written, live, written)).toEqual({ remains: live, fate: 'restored' });
  expect(undo(live, undefined, written)).toEqual({ remains: live, fate: 'kept' });
  expect(undo(written, value({ avg: 1, origin: 'v' }), written).fate).toBe('removed');
});
