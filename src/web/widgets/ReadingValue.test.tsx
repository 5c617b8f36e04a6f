import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { showPage } from '#web/ui/testing.tsx';
import { ReadingValue, rangeLeft } from './ReadingValue.tsx';

afterEach(cleanup);

test.each([
  [51, 0, 50, '0~50 µg/m³'],
  [-1, 0, null, '0~ µg/m³'],
  [50, 0, 50, undefined],
  [0, 0, 50, undefined],
  [-1, null, null, undefined],
  [null, 0, 50, undefined],
] as const)('%s in the range from %s to %s', (value, range_min, range_max, left) => {
  expect(rangeLeft({ value, unit: 'µg/m³', range_min, range_max })).toBe(left);
});

test('a value outside the range of its instrument is marked in words', async () => {
  await showPage(<ReadingValue value={51} decimals={1} flag="" counts beyond="0~50 µg/m³" />);
  expect(screen.getByText('超量程').parentElement?.textContent).toBe('51.0超量程');
});

test('the mark of a value over its limit goes before the figure, and says which limit', async () => {
  await showPage(<ReadingValue value={60.6} decimals={1} flag="" counts over="超过限值 60 µg/m³" />);
  expect(screen.getByText('▲ 60.6')).toBeDefined();
});
