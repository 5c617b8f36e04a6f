import { expect, it } from 'vitest';
import { paperLook } from '#web/charts/look.ts';
import { roseOption } from './wind-options.ts';

const rose = {
  ...{ look: paperLook(), language: 'en' as const, chosen: undefined, legend: true },
  layers: [{ name: '0.5–1.5 m/s', values: [12.34, null], color: '#000' }],
};
/** The tooltip of a sector, from north. */
function saidOf(option: ReturnType<typeof roseOption>, dataIndex: number): unknown {
  const { formatter } = option.tooltip as { formatter: (params: object) => unknown };
  return formatter({ dataIndex, seriesIndex: 0 });
}

it('a tooltip of a rose says the sector, the class and the value, with a unit only if it has one', () => {
  const percent = roseOption({ ...rose, write: (value) => `${value.toFixed(1)}%` });
  expect(saidOf(percent, 0)).toBe('N 0.5–1.5 m/s 12.3%');
  expect(saidOf(percent, 1)).toBe('NNE 0.5–1.5 m/s –');
  const means = roseOption({ ...rose, write: (value) => value.toFixed(0), unit: 'µg/m³' });
  expect(saidOf(means, 0)).toBe('N 0.5–1.5 m/s 12 µg/m³');
});
