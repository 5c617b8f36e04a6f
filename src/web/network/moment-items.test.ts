import { expect, test } from 'vitest';
import type { JudgedFactor } from '#shared/contract/home/home.ts';
import type { LatestValue } from '#shared/contract/readings/realtime.ts';
import { usualChoice } from '#shared/domain/water-section.ts';
import type { T } from '#web/i18n.ts';
import { momentItems } from './moment-items.ts';
import { Network, type NetworkSite } from './network.ts';

const now = Date.parse('2026-11-15T02:00:00Z');

/** Stub of `t` that returns the key and its parameters. */
const say = (key: string, params?: object) => [key, ...Object.values(params ?? {})].join(' ');
const t: T = Object.assign(say, { tx: say, has: () => false });

const factor = (component_id: number, code: string, unit: string): JudgedFactor => ({
  ...{ component_id, code, unit, decimals: 2, component_name: code, component_name_en: code, formula: '' },
  medium: code.startsWith('w') ? 'water' : 'air',
});
const factors = [
  factor(1, 'a34004', 'µg/m³'),
  factor(2, 'a34002', 'µg/m³'),
  factor(3, 'a05024', 'µg/m³'),
  factor(4, 'w21003', 'mg/L'),
  factor(5, 'w21001', 'mg/L'),
  factor(6, 'w01018', 'mg/L'),
];
const value = (component_id: number, figure: number | null, flag = ''): LatestValue => ({
  ...(factors[component_id - 1] as JudgedFactor),
  ...{ value: figure, flag, ts: new Date(now).toISOString(), range_min: null, range_max: null },
});

function items(site_type: 'air' | 'water', judged: (number | null)[], values: LatestValue[]) {
  const site = { site_id: 1, site_type, online: true, counting_flags: [] } as unknown as NetworkSite;
  const ts = new Date(now).toISOString();
  const newest = { site_id: 1, online: true, data_type: 'realtime' as const, ts, values: judged };
  const network = new Network(
    [site],
    {
      ...{ factors, wind: null, water: usualChoice, total: 1 },
      rules: [{ site_id: null, component_id: 3, min: 0, max: 1000, detection: 2 }],
      data_info: [
        { ...newest, exempt: ['so2', 'no2', 'co'], body: 'river', measures: [], wind: null, flagged: [] },
      ],
    },
    now,
  );
  const station = network.station(1);
  if (!station) throw new Error('no station');
  const { air, water } = station;
  return momentItems(t, network, { about: 'moment', station, air, water, values }).map(
    ({ name, result, how, tone }) => [name, result, how, tone],
  );
}

test('an index of the moment shows each calculation, and why an item is left out', () => {
  expect(items('air', [61, null, null], [value(1, 61), value(2, 40, 'D'), value(3, 60)])).toEqual([
    ['SO₂', '/', 'standards.mark_unmeasured', 'quiet'],
    ['NO₂', '/', 'standards.mark_unmeasured', 'quiet'],
    ['CO', '/', 'standards.mark_unmeasured', 'quiet'],
    ['O₃', 'NA', 'why.too_old', 'bad'],
    ['PM₁₀', 'NA', 'why.flag D ?', 'bad'],
    ['PM₂.₅', '101', '(150 − 100) ÷ (115 − 60) × (61 − 60) + 100 = 100.91 → 101', 'good'],
  ]);
  expect(items('air', [61, 40, null], [value(1, 61), value(3, -9)])[3]).toEqual([
    ...['O₃', 'NA', 'why.range', 'bad'],
  ]);
  expect(items('air', [61, 40, null], [value(1, 61), value(2, 40)])[3]).toEqual([
    ...['O₃', 'NA', 'why.missing', 'bad'],
  ]);
});

test('a class of the moment shows the limit of each item; what is not limited in such water is not there', () => {
  expect(items('water', [1.2, 3, 99], [value(4, 1.2), value(5, 3), value(6, 99)])).toEqual([
    ['standards.item_nh3n', 'standards.class_4', 'why.within_class standards.class_4 ≤ 1.5', 'good'],
    ['standards.item_cod', 'standards.class_6', 'why.beyond ≤ 40', 'good'],
  ]);
});
