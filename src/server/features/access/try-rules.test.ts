import { describe, expect, test } from 'vitest';
import { networkOf } from '#server/http/network-of.ts';
import { bitsFor, fading, isLocked, oneMore, refusesNewDevices, type Tries } from './try-rules.ts';

const limits = { max_failures: 5, lock_minutes: 15 };
const start = new Date('2026-11-15T02:00:00Z');
const minutes = (count: number) => new Date(start.getTime() + count * 60_000);
const none: Tries = { failures: 0, locks: 0, locked_until: null, last_at: start.toISOString() };

function wrong(tries: Tries, count: number, now: Date): Tries {
  return Array.from({ length: count }).reduce<Tries>((before) => oneMore(before, limits, now), tries);
}

describe('locks', () => {
  test('come at the limit and last for the configured time', () => {
    expect(wrong(none, 4, start)).toMatchObject({ failures: 4, locked_until: null });
    const locked = wrong(none, 5, start);
    expect(locked).toMatchObject({ locks: 1, locked_until: minutes(15).toISOString() });
    expect(isLocked(locked, minutes(14))).toBe(true);
    expect(isLocked(locked, minutes(15))).toBe(false);
  });

  test('double each time, up to a day', () => {
    let tries = none;
    let now = start;
    const lasted: number[] = [];
    for (let lock = 0; lock < 8; lock++) {
      tries = wrong(tries, 5, now);
      const until = new Date(tries.locked_until ?? 0);
      lasted.push((until.getTime() - now.getTime()) / 60_000);
      now = until;
    }
    expect(lasted).toEqual([15, 30, 60, 120, 240, 480, 960, 1440]);
  });

  test('are forgotten two days after the last wrong password', () => {
    const locked = wrong(none, 5, start);
    expect(wrong(locked, 1, minutes(49 * 60))).toMatchObject({ failures: 1, locks: 0 });
    expect(wrong(locked, 1, minutes(47 * 60))).toMatchObject({ failures: 1, locks: 1 });
  });
});

describe('the work for a try', () => {
  test('begins after three wrong passwords of the origin, and stays once it was locked', () => {
    expect([0, 2, 3].map((failures) => bitsFor({ failures, locks: 0 }, 0))).toEqual([0, 0, 15]);
    expect(bitsFor({ failures: 0, locks: 2 }, 0)).toBe(17);
  });

  test('grows with the wrong passwords from everywhere, and in the end new devices wait', () => {
    const bits = [9, 10, 20, 40, 160].map((everywhere) => bitsFor(none, everywhere));
    expect(bits).toEqual([0, 15, 16, 17, 19]);
    expect([199, 200].map(refusesNewDevices)).toEqual([false, true]);
  });

  test('from everywhere fades by half every hour', () => {
    const tries = { failures: 100, last_at: start.toISOString() };
    expect([0, 60, 120].map((later) => fading(tries, minutes(later)))).toEqual([100, 50, 25]);
    expect(fading(undefined, start)).toBe(0);
  });
});

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:a:b:1:2:3:4', '2001:db8:a:b::/64'],
  ['2001:0DB8:000a::1', '2001:db8:a:0::/64'],
  ['2001:db8::', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::203.0.113.9', '64:ff9b:0:0::/64'],
])('%s is of the network %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network);
});
