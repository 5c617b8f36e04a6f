import { beforeEach, expect, test, vi } from 'vitest';
import type { JudgedFactor } from '#shared/contract/home/home.ts';
import type { ReadingEvent } from '#shared/contract/live.ts';
import { usualChoice } from '#shared/domain/water-section.ts';
import { type Changes, Network, type NetworkSite } from './network.ts';
import { isOnMap, livePicture, replayPicture, unitOf } from './picture.ts';
import { Frames } from './replay-frames.ts';
import { isInState } from './site-state.ts';

const now = Date.parse('2026-11-15T02:00:00Z');
const iso = (minutesAgo: number) => new Date(now - minutesAgo * 60_000).toISOString();

const factor = (component_id: number, code: string, unit: string): JudgedFactor => ({
  component_id,
  code,
  unit,
  decimals: 2,
  component_name: code,
  component_name_en: code,
  formula: '',
  medium: code.startsWith('w') ? 'water' : 'air',
});
const fine = factor(1, 'a34004', 'µg/m³');
const ammonia = factor(2, 'w21003', 'mg/L');

const site = (site_id: number, site_type: NetworkSite['site_type']) =>
  ({ site_id, site_type, online: true, counting_flags: [], last_packet_at: null }) as unknown as NetworkSite;

const others = ['so2', 'no2', 'co', 'o3', 'pm10'] as const;
const newest = (site_id: number, values: (number | null)[]) => ({
  site_id,
  online: true,
  data_type: 'realtime' as const,
  ts: iso(1),
  values,
  exempt: [...others],
  measures: [1, 2],
  wind: null,
  body: 'river' as const,
  flagged: [],
});

let network: Network;
beforeEach(() => {
  network = new Network(
    [site(1, 'air'), site(2, 'water')],
    {
      factors: [fine, ammonia],
      water: usualChoice,
      wind: { speed_id: 8, direction_id: 9 },
      rules: [
        { site_id: null, component_id: 1, min: 0, max: 1000, detection: 2 },
        { site_id: 2, component_id: 2, min: 0, max: 10, detection: 0 },
      ],
      data_info: [newest(1, [20]), newest(2, [1.2])],
      total: 2,
    },
    now,
  );
});

const station = (site_id: number) => {
  const found = network.station(site_id);
  if (!found) throw new Error('no station');
  return found;
};
const shown = (site_id: number, colouring: JudgedFactor | 'overall' = 'overall') =>
  livePicture(network, colouring)(station(site_id));

const event = (values: number[], more: Partial<ReadingEvent> = {}): ReadingEvent => ({
  topic: 'reading',
  site_id: 1,
  data_type: 'realtime',
  ts: iso(0),
  received_at: iso(0),
  fids: [1],
  values,
  ...more,
});

test('air shows its index of the moment, water its class', () => {
  expect(shown(1)).toEqual({ there: true, grade: 1, value: 29, figure: '29' });
  expect(shown(2)).toEqual({ there: true, grade: 4, value: 4, figure: 'Ⅳ' });
});

test('one factor colours those that measure it by its own grade', () => {
  expect(shown(1, fine)).toMatchObject({ grade: 1, figure: '20' });
  expect(shown(2, ammonia)).toMatchObject({ grade: 4, figure: '1.20' });
  expect(shown(2, fine)).toMatchObject({ there: true, grade: null, figure: '' });
});

test('water is judged, and shown, rounded to the decimals of its factor', () => {
  const sent = (value: number) => {
    network.hear([event([value], { site_id: 2, fids: [2] })], now);
    return [shown(2), shown(2, ammonia)].map(({ grade, figure }) => [grade, figure]);
  };
  expect(sent(1.004)).toEqual([
    [3, 'Ⅲ'],
    [3, '1.00'],
  ]);
  expect(sent(1.006)).toEqual([
    [4, 'Ⅳ'],
    [4, '1.01'],
  ]);
});

test('a packet changes the index, and those who listen are told once for many', async () => {
  const told = vi.fn<(changes: Changes) => void>();
  network.onChange(told);
  network.hear([event([61]), event([120], { site_id: 99 })], now);
  network.hear([event([155])], now);
  expect(shown(1)).toMatchObject({ grade: 5, value: 205 });
  expect(station(1).air?.primary).toEqual(['pm25']);
  await vi.waitFor(() => expect(told).toHaveBeenCalledOnce(), 30_000);
  expect(told).toHaveBeenCalledWith(new Set([station(1)]));
});

test('simulated values are shown of a station that stays off the line', () => {
  const gone = { online: false, changed_at: iso(9), last_packet_at: iso(9) };
  network.hear([{ topic: 'link', site_id: 1, ...gone }], now);
  station(1).site.virtual_data = true;
  network.hear([event([155], { simulated: true })], now);
  expect(shown(1)).toMatchObject({ there: false, grade: 5, value: 205 });
  expect(station(1)).toMatchObject({ online: false, last_packet_at: iso(9) });
});

test('neither an older value, nor a coarser one, nor one that does not count says how things are', () => {
  network.hear([event([300], { ts: iso(5) }), event([300], { data_type: 'hour' })], now);
  expect(shown(1).value).toBe(29);
  network.hear([event([300], { flags: ['D'] })], now);
  expect(shown(1)).toMatchObject({ there: true, grade: null });
  expect([...station(1).flagged.values()]).toEqual(['D']);
});

test('a station that is not heard has no grade, and a value grows too old', () => {
  network.age(now + 2 * 3_600_000);
  expect(shown(1).grade).toBe(null);
  expect(shown(2).grade).toBe(4);
  const gone = { online: false, changed_at: iso(0), last_packet_at: iso(1) };
  network.hear([{ topic: 'link', site_id: 2, ...gone }], now);
  expect(shown(2)).toEqual({ there: false, grade: null, value: null, figure: '' });
});

test('a value is in the unit that its standard publishes it in, an index in none', () => {
  const carbon = factor(3, 'a21005', 'µg/m³');
  expect([unitOf(fine), unitOf(carbon), unitOf('overall')]).toEqual(['µg/m³', 'mg/m³', '']);
});

test('an hour of the replay shows what its columns say', () => {
  const base64 = (bytes: number[]) => btoa(String.fromCharCode(...bytes));
  const piece = (from: string, levels: number[], figures: number[]) => ({
    from,
    hours: 1,
    site_ids: [1, 2],
    levels: base64(levels),
    figures: base64(figures.flatMap((figure) => [figure & 255, figure >> 8])),
    decimals: 0,
  });
  const frames = new Frames(
    [piece(iso(120), [0, 4], [65_535, 4]), piece(iso(60), [5, 0], [260, 65_535])],
    true,
  );
  expect(frames.steps).toBe(2);
  expect(frames.startOf(1).toISOString()).toBe(iso(60));
  expect([1, 2].map((id) => replayPicture(frames, 0)(station(id)))).toMatchObject([
    { there: false, grade: null },
    { there: true, grade: 4, figure: 'Ⅳ' },
  ]);
  expect(replayPicture(frames, 1)(station(1))).toEqual({ there: true, grade: 5, value: 260, figure: '260' });
});

test('a live value outside its range is none; one that drifts below zero counts as zero', () => {
  network.hear([event([-1.5])], now);
  expect(station(1).values).toEqual([0]);
  for (const value of [1001, -2.1]) {
    network.hear([event([value])], now);
    expect([station(1).values, station(1).air?.aqi], String(value)).toEqual([[null], null]);
  }
  network.hear([event([12], { site_id: 2, fids: [2] })], now);
  expect(station(2).values).toEqual([null]);
});

test('a station is under maintenance while a window holds it, on the line or not, or its device says so', () => {
  const states = () => [1, 2].map((site_id) => isInState(station(site_id), 'maintenance'));
  const window = { ends_at: iso(-60), reason: '校准', site_ids: [2] };
  network.maintain([window, { ...window, ends_at: iso(-10), reason: '短' }]);
  expect(states()).toEqual([false, true]);
  expect(station(2).window).toEqual({ ends_at: iso(-60), reason: '校准' });
  station(2).online = false;
  expect(states()).toEqual([false, true]);
  network.maintain([]);
  station(1).flagged.set(1, 'M');
  expect(states()).toEqual([true, false]);
});

test('a wind is of both its factors, and follows the packets', () => {
  expect(station(1).wind).toBeUndefined();
  network.hear([event([2.5, 270], { fids: [8, 9] })], now);
  expect(station(1).wind).toMatchObject({ speed: 2.5, direction: 270 });
});

test('a factor is counted at the stations that measure it', () => {
  expect([isOnMap(station(1), fine), isOnMap(station(2), fine)]).toEqual([true, false]);
  expect(isOnMap(station(2), 'overall')).toBe(true);
});
