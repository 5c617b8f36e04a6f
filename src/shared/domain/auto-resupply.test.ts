import { describe, expect, test } from 'vitest';
import { afterTry, BACK_OFF_MS, compareGaps, type KnownGap } from './auto-resupply.ts';
import { CHUNK_MS } from './resupply.ts';
import { HOUR_MS } from './time-units.ts';

const hours = (...list: number[]) => list.map((hour) => hour * HOUR_MS);
const gap = (gap_id: number, from: number, to: number, more: Partial<KnownGap> = {}): KnownGap => ({
  ...{ gap_id, from: from * HOUR_MS, to: to * HOUR_MS, state: 'open', tries: 1 },
  ...more,
});
const inHours = ({ from, to }: { from: number; to: number }) => [from / HOUR_MS, to / HOUR_MS];

describe('what is missing beside what is known', () => {
  test('is a new gap where nobody knew of it', () => {
    const { found } = compareGaps('hour', HOUR_MS, hours(1, 2, 7), [gap(1, 4, 6)]);
    expect(found.map(inHours)).toEqual([
      [1, 3],
      [7, 8],
    ]);
  });

  test('belongs to the gap that it lies in, whatever its state', () => {
    const { found, left } = compareGaps('hour', HOUR_MS, hours(4, 5, 9), [
      gap(1, 3, 6),
      gap(2, 8, 10, { state: 'absent' }),
    ]);
    expect(found).toEqual([]);
    expect(left).toEqual(
      new Map([
        [1, hours(4, 5)],
        [2, hours(9)],
      ]),
    );
  });

  test('of a known gap may be nothing: it is filled', () => {
    expect(compareGaps('hour', HOUR_MS, [], [gap(1, 3, 6)]).left.get(1)).toEqual([]);
  });

  test('makes a gap longer that nobody has asked for, and never one that was asked for', () => {
    const untried = compareGaps('hour', HOUR_MS, hours(3, 4, 5), [gap(1, 3, 5, { tries: 0 })]);
    expect(untried.grown.map(inHours)).toEqual([[3, 6]]);
    expect(untried.left.get(1)).toEqual(hours(3, 4, 5));
    const tried = compareGaps('hour', HOUR_MS, hours(3, 4, 5), [gap(1, 3, 5)]);
    expect(tried.grown).toEqual([]);
    expect(tried.found.map(inHours)).toEqual([[5, 6]]);
  });

  test('makes no gap longer than a device is asked for at once', () => {
    const long = CHUNK_MS.hour / HOUR_MS;
    const { grown, found } = compareGaps('hour', HOUR_MS, hours(long), [gap(1, 0, long, { tries: 0 })]);
    expect(grown).toEqual([]);
    expect(found.map(inHours)).toEqual([[long, long + 1]]);
  });
});

describe('after a try', () => {
  const never = { tries: 0, absent_tries: 0 };

  test('it is filled where nothing is missing', () => {
    expect(afterTry(never, 'answered', 0, 0)).toMatchObject({ state: 'filled' });
  });

  test('the next one waits longer and longer, and after the fifth there is none', () => {
    const waits: number[] = [];
    let now = never;
    for (let times = 1; times < 5; times++) {
      const next = afterTry(now, 'answered', 3, 0);
      expect(next.state).toBe('open');
      waits.push(next.next_at);
      now = next;
    }
    expect(waits).toEqual([...BACK_OFF_MS]);
    expect(afterTry(now, 'answered', 3, 0)).toMatchObject({ state: 'gave_up', why: 'tries' });
  });

  test('a device that says twice that it has nothing is believed', () => {
    const first = afterTry(never, 'no_data', 3, 0);
    expect(first.state).toBe('open');
    expect(afterTry(first, 'no_data', 3, 0)).toMatchObject({ state: 'absent', why: 'no_data' });
  });

  test('what never went out is no try', () => {
    expect(afterTry({ tries: 4, absent_tries: 0 }, 'not_tried', 3, 0)).toMatchObject({
      state: 'open',
      tries: 4,
    });
  });
});
