import { expect, test } from 'vitest';
import { mostSpanMs, wholeSpan } from './whole-span.ts';

const span = { from: new Date('2026-11-01T14:30:00+08:00'), to: new Date('2026-11-03T09:00:00+08:00') };

test('days are whole, and the last one is included', () => {
  expect(wholeSpan('day', span)).toEqual({
    from: new Date('2026-11-01T00:00:00+08:00'),
    to: new Date('2026-11-04T00:00:00+08:00'),
  });
  const exact = { from: new Date('2026-11-01T00:00:00+08:00'), to: new Date('2026-11-04T00:00:00+08:00') };
  expect(wholeSpan('day', exact)).toEqual(exact);
});

test('months are whole, hours are as they were asked for', () => {
  expect(wholeSpan('month', span)).toEqual({
    from: new Date('2026-11-01T00:00:00+08:00'),
    to: new Date('2026-12-01T00:00:00+08:00'),
  });
  expect(wholeSpan('hour', span)).toBe(span);
});

test('more sites can be asked for a shorter time', () => {
  expect(mostSpanMs('minute', 100)).toBe(mostSpanMs('minute', 1) / 100);
});
