import { expect, test } from 'vitest';
import { Allowance } from './allowance.ts';

const terms = { bytesASecond: 1000, atOnce: 4000 };

test('a peer within its rate limit is never paused', () => {
  const allowance = new Allowance(4000, 0);
  for (let second = 1; second < 100; second++) expect(allowance.spend(999, terms, second * 1000)).toBe(0);
});

test('a burst is let through after a silence, and no more than that', () => {
  const allowance = new Allowance(0, 0);
  expect(allowance.spend(3999, terms, 3_600_000)).toBe(0);
  expect(allowance.spend(1, terms, 3_600_000)).toBeGreaterThan(0);
});

test('a peer above its rate limit is paused until the bucket has refilled', () => {
  const allowance = new Allowance(1000, 0);
  const wait = allowance.spend(11_000, terms, 0);
  expect(wait).toBeGreaterThan(7000);
  expect(wait).toBeLessThan(13_000);
});

test('over time nobody gets more than a second’s worth a second, whatever the pieces', () => {
  const allowance = new Allowance(0, 0);
  let now = 0;
  let said = 0;
  while (now < 600_000) {
    said += 700;
    now += allowance.spend(700, terms, now);
  }
  expect(said / (now / 1000)).toBeLessThan(terms.bytesASecond * 1.05);
});

test('peers that were paused together go on at different times', () => {
  const waits = Array.from({ length: 20 }, () => new Allowance(0, 0).spend(64_000, terms, 0));
  expect(new Set(waits).size).toBeGreaterThan(10);
});

test('a clock that is set back gives nothing and takes nothing', () => {
  const allowance = new Allowance(1000, 10_000);
  expect(allowance.spend(500, terms, 0)).toBe(0);
  expect(allowance.spend(400, terms, 0)).toBe(0);
});
