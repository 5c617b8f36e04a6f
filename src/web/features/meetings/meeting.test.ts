import { expect, test } from 'vitest';
import { minuteOn, momentOf, nextWish, pulled, snapped } from './meeting.ts';

test('what is pulled is half an hour at least and four hours at most, either way', () => {
  expect(pulled(540, 545)).toEqual({ from: 540, to: 570 });
  expect(pulled(600, 540)).toEqual({ from: 540, to: 600 });
  expect(pulled(480, 1200)).toEqual({ from: 480, to: 720 });
});

test('a place is taken to the quarter of an hour, inside the day', () => {
  expect(snapped(547)).toBe(540);
  expect(snapped(0)).toBe(420);
  expect(snapped(2000)).toBe(1320);
});

test('minutes of a day and moments are the same thing, by the network’s clock', () => {
  expect(momentOf('2026-11-20', 570)).toBe('2026-11-20T01:30:00.000Z');
  expect(minuteOn('2026-11-20', '2026-11-20T01:30:00Z')).toBe(570);
  expect(minuteOn('2026-11-20', '2026-11-21T01:30:00Z')).toBe(1440);
});

test('what is offered first never lies in the past', () => {
  const at = (time: string) => nextWish('2026-11-20', new Date(`2026-11-20T${time}+08:00`));
  expect(at('07:10:00')).toMatchObject({ from: 540, to: 600 });
  expect(at('15:25:00')).toMatchObject({ from: 930, to: 990 });
  expect(at('15:30:00')).toMatchObject({ from: 960 });
  expect(at('22:20:00')).toMatchObject({ from: 1350, to: 1410 });
  // A start in the past would be refused.
  expect(at('23:13:00')).toEqual({ date: '2026-11-21', from: 540, to: 600 });
  expect(nextWish('2026-11-21', new Date('2026-11-20T15:25:00+08:00'))).toMatchObject({ from: 540 });
});
