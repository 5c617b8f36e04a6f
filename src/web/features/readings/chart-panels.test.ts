import { expect, test } from 'vitest';
import type { HistoryFactor } from '#shared/contract/readings/history.ts';
import type { ShortSite } from '#web/widgets/site-tree.ts';
import { chartPanels, spanAround } from './chart-panels.ts';

const pm25: HistoryFactor = {
  component_id: 1,
  component_name: '细颗粒物',
  component_name_en: '',
  formula: 'PM2.5',
  unit: 'µg/m³',
  decimals: 1,
  report_decimals: 1,
  code_2017: 'a34004',
  averaging: 'mean',
  derivation: null,
};
const co: HistoryFactor = { ...pm25, component_id: 2, formula: 'CO', unit: 'mg/m³', code_2017: 'a21005' };
const site = (site_id: number, site_type: ShortSite['site_type'] = 'air') =>
  ({ site_id, site_name: `站${site_id}`, site_type }) as ShortSite;
const at = (day: string) => Date.parse(`${day}T00:00:00+08:00`);
const span = { from: at('2026-02-20'), to: at('2026-03-10') };
const course = (site_id: number, component_id: number, low: (number | null)[]) => ({
  site_id,
  times: low.map((_, i) => span.from + i * 3_600_000),
  reduced: false,
  lines: [{ component_id, low, doubtful: [] }],
});
const panels = (more: Partial<Parameters<typeof chartPanels>[0]>) =>
  chartPanels({
    courses: [],
    sites: [site(1)],
    factors: [pm25],
    sections: [],
    data_type: 'hour',
    ...span,
    nameOf: ({ formula }) => formula,
    limitSort: ({ target }) => (target === undefined ? '二级' : `${target} 类`),
    ...more,
  });

test('of a part of the time the values just outside are asked for too', () => {
  const part = { from: Date.parse('2026-11-12T08:51:00+08:00'), to: Date.parse('2026-11-13T04:15:00+08:00') };
  // The hour labelled 09:00 begins at 08:00; one value before it is included for the line.
  expect(spanAround('hour', part)).toEqual({
    from: '2026-11-11T22:51:00.000Z',
    to: '2026-11-12T21:15:00.000Z',
  });
  expect(spanAround('day', part)).toEqual({
    from: '2026-11-11T00:51:00.000Z',
    to: '2026-11-13T20:15:00.000Z',
  });
});

test('each unit has a panel of its own', () => {
  expect(panels({ factors: [pm25, co] }).map(({ unit }) => unit)).toEqual(['µg/m³', 'mg/m³']);
});

test('a line is called by what tells it apart', () => {
  const names = (more: Parameters<typeof panels>[0]) =>
    panels(more).flatMap(({ lines }) => lines.map(({ name }) => name));
  const both = [course(1, 1, [1]), course(2, 1, [1])];
  expect(names({ courses: [course(1, 1, [1])] })).toEqual(['PM2.5']);
  expect(names({ courses: both, sites: [site(1), site(2)] })).toEqual(['站1', '站2']);
  expect(names({ courses: [course(2, 1, [1])], sites: [site(1), site(2)] })).toEqual(['站2']);
  expect(names({ courses: both, sites: [site(1), site(2)], factors: [pm25, co] })).toEqual([
    '站1 PM2.5',
    '站2 PM2.5',
  ]);
  expect(names({ courses: [course(1, 1, [null])] })).toEqual([]);
});

test('an hour stands where its name says: of air at its end, of water at its start', () => {
  const first = (site_type: ShortSite['site_type']) =>
    panels({ courses: [course(1, 1, [1])], sites: [site(1, site_type)] })[0]?.lines[0]?.course.times[0];
  expect(first('air')).toBe(span.from + 3_600_000);
  expect(first('water')).toBe(span.from);
});

test('one mark stands for the same limit of two factors, and air has none for water', () => {
  const two = [
    { ...pm25, formula: 'NO2', code_2017: 'a21004' },
    { ...pm25, component_id: 3, formula: 'O3', code_2017: 'a05024' },
  ];
  expect(panels({ factors: two })[0]?.limits).toEqual([
    { value: 200, sort: '二级', of: 'NO2 O3', bound: '200', ...span },
  ]);
  expect(panels({ factors: two, sites: [site(1, 'water')] })[0]?.limits).toEqual([]);
});

test('water is held against the class that each of its sections is meant to have', () => {
  const ammonia = { ...pm25, formula: 'NH3-N', unit: 'mg/L', code_2017: 'w21003' };
  const oxygen = { ...ammonia, component_id: 2, formula: 'DO', code_2017: 'w01009' };
  const water = [site(1, 'water'), site(2, 'water'), site(3, 'water')];
  const section = (site_id: number, target: 2 | 3) => ({ site_id, body: 'river' as const, target });
  const marks = (data_type: 'hour' | 'month') =>
    panels({
      ...{ factors: [ammonia, oxygen], sites: water, data_type },
      sections: [section(1, 3), section(2, 3), section(3, 2)],
    })[0]?.limits?.map(({ sort, of, bound }) => `${sort} ${of} ${bound}`);
  expect(marks('hour')).toEqual(['3 类 NH3-N ≤ 1', '2 类 NH3-N ≤ 0.5', '3 类 DO ≥ 5', '2 类 DO ≥ 6']);
  expect(marks('month')).toEqual([]);
});
