import { expect, test } from 'vitest';
import { periodSpan } from './period-span.ts';

test('a month, a quarter and a year are whole on the network’s clock', () => {
  expect(periodSpan('month', '2026-12-05')).toEqual({
    from: '2026-11-30T16:00:00.000Z',
    to: '2026-12-31T16:00:00.000Z',
  });
  expect(periodSpan('quarter', '2026-05-31')).toEqual({
    from: '2026-03-31T16:00:00.000Z',
    to: '2026-06-30T16:00:00.000Z',
  });
  expect(periodSpan('year', '2026-05-31')).toEqual({
    from: '2025-12-31T16:00:00.000Z',
    to: '2026-12-31T16:00:00.000Z',
  });
});
