import { expect, test } from 'vitest';
import { type ChartLimit, limitsText, optionOf } from './time-chart-option.ts';

const look = {
  ...{ series: ['#123456'], heat: [], text: '', soft: '', faint: '', line: '', surface: '', font: '' },
  tones: { warning: 'amber', alarm: 'red', clear: 'green' },
};
const limit = (of: string, bound: string, more: Partial<ChartLimit> = {}): ChartLimit => {
  return { sort: '二级限值', of, bound, value: Number.parseFloat(bound), from: 0, to: 100, ...more };
};

test('limits are named by their sort, and whose limit changes with time is named once', () => {
  const air = [limit('PM₂.₅', '75'), limit('PM₂.₅', '60'), limit('NO₂ O₃', '200')];
  expect(limitsText(air)).toBe('二级限值 PM₂.₅ 75 / 60 · NO₂ O₃ 200');
  expect(limitsText([limit('pH', '≥ 6', { sort: 'Ⅲ类限值' }), limit('pH', '≤ 9', { sort: 'Ⅲ类限值' })])).toBe(
    'Ⅲ类限值 pH ≥ 6 / ≤ 9',
  );
  expect(limitsText([])).toBe('');
});

test('a limit lies behind the lines, and its figure beside them as long as it holds', () => {
  const course = { times: [0, 50, 100], low: [60, 80, 70], doubtful: [] };
  const { series } = optionOf({
    panels: [
      {
        unit: 'µg/m³',
        lines: [{ name: 'PM₂.₅', decimals: 0, course }],
        limits: [limit('PM₂.₅', '75', { to: 40 }), limit('PM₂.₅', '60', { from: 40 })],
      },
    ],
    ...{
      from: 0,
      to: 100,
      zoneMs: 0,
      hidden: new Set<string>(),
      look,
      language: 'zh',
      width: 600,
      height: 360,
    },
  });
  const drawn = series as {
    z?: number;
    data: [unknown, { label?: { position: string; formatter: string } }];
  }[];
  expect(drawn.slice(0, 2).map(({ z, data }) => [z, data[1].label])).toEqual([
    [1, expect.objectContaining({ position: 'top', formatter: '75' })],
    [1, expect.objectContaining({ position: 'right', formatter: '60' })],
  ]);
  expect(drawn[2]?.z).toBeUndefined();
});
