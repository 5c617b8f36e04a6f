import { expect, test } from 'vitest';
import type { ViewLine } from '#shared/contract/alarms/view.ts';
import { HOUR_MS } from '#shared/domain/time-units.ts';
import { type EpisodeView, episodePanels } from './episode-panels.ts';

type Chart = NonNullable<EpisodeView['chart']>;

const from = '2026-11-15T00:00:00.000Z';
const to = '2026-11-16T00:00:00.000Z';
const at = Date.parse(from);
const line = (of: ViewLine['of'], site_name: string): ViewLine => ({
  ...{ of, site_id: 1, site_name, km: of === 'own' ? null : 3, factor: null, doubtful: [] },
  ...{ times: [at, at + HOUR_MS], low: [1, 2] },
});
const chart: Chart = {
  ...{
    measure: 'value',
    data_type: 'hour',
    site_type: 'air',
    unit: 'µg/m³',
    decimals: 0,
    radius_km: 30,
    rule: null,
  },
  lines: [line('own', '东站'), line('neighbour', '西站'), line('neighbour', '西站')],
  limits: [
    { side: 'high', bound: 'warning', value: 75, from, to },
    { side: 'high', bound: 'clear', value: 75, from, to },
  ],
  wind: [
    { at, direction: 350, speed: 2 },
    { at: at + HOUR_MS, direction: null, speed: 1 },
  ],
};
const words = {
  lineOf: ({ site_name }: ViewLine) => site_name,
  limits: '限值',
  bounds: { warning: '预警', alarm: '报警', clear: '恢复' },
  wind: '风',
  classOf: (value: number) => `${value}类`,
};

test('neighbours stand pale behind the site’s own values, each under a name of its own, hours at their end', () => {
  const [values, wind] = episodePanels({ chart }, words);
  expect(values?.lines.map(({ name, quiet }) => [name, quiet])).toEqual([
    ['东站', undefined],
    ['西站', true],
    ['西站 (2)', true],
  ]);
  expect(values?.lines[0]?.course.times[0]).toBe(at + HOUR_MS);
  expect(wind?.arrows).toEqual([{ at: at + HOUR_MS, value: 2, direction: 350 }]);
  expect(wind?.lines[0]?.course.low).toEqual([2, 1]);
});

test('what clears is drawn where it differs from what raises', () => {
  const bounds = (limits: Chart['limits']) =>
    episodePanels({ chart: { ...chart, limits } }, words)[0]?.limits?.map(({ of, value }) => [of, value]);
  expect(bounds(chart.limits)).toEqual([['预警', 75]]);
  const [raise] = chart.limits;
  if (!raise) throw new Error('no limit');
  expect(bounds([raise, { ...raise, bound: 'clear', value: 70 }])).toEqual([
    ['预警', 75],
    ['恢复', 70],
  ]);
});

test('a class of water is called a class, and without wind there is one panel', () => {
  const water: Chart = { ...chart, measure: 'water_class', site_type: 'water', wind: [] };
  const panels = episodePanels({ chart: water }, words);
  expect(panels).toHaveLength(1);
  expect(panels[0]?.nameOf?.(4)).toBe('4类');
  expect(panels[0]?.lines[0]?.course.times[0]).toBe(at);
});
