import { expect, test } from 'vitest';
import { Framer } from '#protocol/framer.ts';
import { encodePacket, type Packet, parsePacket } from '#protocol/packet.ts';
import { knownSite } from '#test/helpers/known-site.ts';
import type { KnownSite } from './directory.ts';
import { toRow } from './rows.ts';

const now = new Date('2026-11-15T02:00:00Z');

const site = (change: Partial<KnownSite> = {}, agreement: Partial<KnownSite['agreement']> = {}): KnownSite =>
  knownSite({
    codes: new Map([
      ['a34004', { fid: 3, scale: 1, shift: 0 }],
      ['PM25', { fid: 3, scale: 1, shift: 0 }],
      ['a21026', { fid: 1, scale: 2.619, shift: 0 }],
      ['w00000', { fid: 9, scale: 1, shift: 0 }],
    ]),
    ...change,
    agreement,
  });

function packet(cp: string, cn = '2051', st = '22', flag = 5): Packet {
  const bytes = encodePacket({ qn: '20261115095900001', st, cn, pw: '', mn: 'MN1', flag, cp: [] });
  const [frame] = new Framer().push(bytes);
  if (!frame) throw new Error('no frame');
  return { ...parsePacket(frame), cp, cpBytes: undefined };
}

test('factors stand in the order of their numbers, in their units', () => {
  const { row } = toRow(
    site(),
    packet('DataTime=20261115095900;a34004-Avg=35,a34004-Flag=N;a21026-Avg=10,a21026-Flag=D'),
    now,
  );
  expect(row).toEqual({
    site_id: 7,
    data_type: 'minute',
    ts: new Date('2026-11-15T01:59:00Z'),
    origin: 'l',
    fids: [1, 3],
    avg: [26.19, 35],
    flags: ['D', ''],
  });
});

test('a device that labels by the end is stored by the start', () => {
  const end = site({}, { label: 'end' });
  const at = (cn: string, time: string) =>
    toRow(end, packet(`DataTime=${time};a34004-Avg=1`, cn), now).row?.ts;
  expect(at('2061', '20261115090000')).toEqual(new Date('2026-11-15T00:00:00Z'));
  expect(at('2031', '20261115000000')).toEqual(new Date('2026-11-13T16:00:00Z'));
  expect(at('2011', '20261115090000')).toEqual(new Date('2026-11-15T01:00:00Z'));
});

test('a label a little off the clock still means its own hour or day, and is noted', () => {
  const end = site({}, { label: 'end' });
  const of = (by: KnownSite, cn: string, time: string) => {
    const { row, deviations } = toRow(by, packet(`DataTime=${time};a34004-Avg=1`, cn), now);
    return [row?.ts.toISOString().slice(5, 19), ...deviations];
  };
  expect(of(end, '2031', '20261114235959')).toEqual(['11-13T16:00:00', 'off_period']);
  expect(of(end, '2031', '20261114000010')).toEqual(['11-12T16:00:00', 'off_period']);
  expect(of(end, '2061', '20261115085959')).toEqual(['11-15T00:00:00', 'off_period']);
  expect(of(end, '2061', '20261115090130')).toEqual(['11-15T00:00:00', 'off_period']);
  expect(of(site(), '2061', '20261115083000')).toEqual(['11-15T00:30:00', 'off_period']);
  expect(of(site(), '2052', '20261115083000')).toEqual(['11-15T00:30:00']);
});

test.each([
  ['2051', 1, '00:59'],
  ['2051', 5, '00:55'],
  ['2051', 30, '00:30'],
  ['2111', 1, '00:55'],
  ['2061', 5, '00:00'],
])('of %s with a step of %i minutes the period that ends at 01:00 begins at %s', (cn, minute_step, start) => {
  const byEnd = site({}, { label: 'end', minute_step });
  const { row } = toRow(byEnd, packet('DataTime=20261115090000;a34004-Avg=1', cn), now);
  expect(row?.ts.toISOString()).toBe(`2026-11-15T${start}:00.000Z`);
});

test('a single measurement of noise stands in the place of the hour', () => {
  const noise = packet('DataTime=20261115090000;a34004-Data=55.1,a34004-Flag=N', '2052', '23', 9);
  expect(toRow(site(), noise, now).row).toMatchObject({ data_type: 'hour', avg: [55.1] });
});

test('no-data values become null, and only the others are converted', () => {
  const { row } = toRow(
    site({}, { sentinels: [-9999] }),
    packet('DataTime=20261115095900;a34004-Avg=-9999;a21026-Avg=1'),
    now,
  );
  expect(row?.avg).toEqual([2.619, null]);
});

test('a number that the store cannot hold is no value, and the others of its packet count', () => {
  const { row, deviations } = toRow(
    site(),
    packet('DataTime=20261115095900;a34004-Avg=1e39,a34004-Min=1e-300;a21026-Avg=1;w00000-Avg=-3.4e38'),
    now,
  );
  expect(row).toMatchObject({ avg: [2.619, null, null], min: [null, 0, null] });
  expect(deviations).toEqual(['out_of_range']);
});

test('a corrected value keeps the measured one beside it', () => {
  const corrections = new Map([[3, [{ from: Number.NEGATIVE_INFINITY, k: 2, b: 1, list: [] }]]]);
  const { row } = toRow(
    site({ corrections }),
    packet('DataTime=20261115095900;a34004-Min=1,a34004-Avg=10,a34004-Max=20;a21026-Avg=1'),
    now,
  );
  expect(row).toMatchObject({ avg: [2.619, 21], raw: [2.619, 10], min: [null, 3], max: [null, 41] });
});

test('interference of other factors is subtracted, by the version in force at the time of the value', () => {
  const from = Date.parse('2026-11-15T01:59:00Z');
  const list = [{ other: 1, c: 0.5 }];
  const corrections = new Map([[3, [{ from, k: 2, b: 1, list }]]]);
  const cp = 'a34004-Min=1,a34004-Avg=10,a34004-Max=20;a21026-Avg=1';
  const stored = (time: string) => toRow(site({ corrections }), packet(`DataTime=${time};${cp}`), now).row;
  const before = stored('20261115095800');
  expect(before?.raw).toBeUndefined();
  const so2 = before?.avg[0] ?? 0;
  const row = stored('20261115095900');
  expect(row?.raw).toEqual([so2, 10]);
  for (const [part, raw] of [
    ['avg', 10],
    ['min', 1],
    ['max', 20],
  ] as const)
    expect(row?.[part]?.[1]).toBeCloseTo(2 * (raw - 0.5 * so2) + 1, 9);
});

test('a total counts for water, not for ambient air', () => {
  const cp = 'DataTime=20261115095900;w00000-Avg=1,w00000-Cou=60';
  expect(toRow(site(), packet(cp, '2051', '32'), now).row?.cou).toEqual([60]);
  expect(toRow(site(), packet(cp, '2051', '22'), now).row?.cou).toBeUndefined();
});

test('a stack sends in mg/m³ what ambient stations send in µg/m³, under the same code', () => {
  const codes = new Map([['a21026', { fid: 1, scale: 1, shift: 0, stackScale: 1000 }]]);
  const stored = (st: string) =>
    toRow(
      site({ codes }),
      packet('DataTime=20261115095900;a21026-Avg=35,a21026-ZsAvg=40,a21026-Cou=2', '2051', st),
      now,
    ).row;
  expect(stored('22')).toMatchObject({ avg: [35], zs: [40] });
  expect(stored('31')).toMatchObject({ avg: [35_000], zs: [40_000], cou: [2] });
});

test('a moment uses the real-time value and a period the mean, whatever else was sent', () => {
  const cp = 'DataTime=20261115095900;a34004-Rtd=1,a34004-Avg=2';
  expect(toRow(site(), packet(cp, '2011'), now).row?.avg).toEqual([1]);
  expect(toRow(site(), packet(cp, '2051'), now).row?.avg).toEqual([2]);
});

test('the flag 3 of ambient stations before 2017 is a normal one', () => {
  const flags = (flag: string, version: number) =>
    toRow(
      site(),
      packet(`DataTime=20261115095900;a34004-Avg=1,a34004-Flag=${flag}`, '2051', '22', version),
      now,
    ).row?.flags;
  expect(flags('3', 1)).toBeUndefined();
  expect(flags('2', 1)).toEqual(['2']);
  expect(flags('3', 5)).toEqual(['3']);
});

test('a flag alone blanks no value unless it says that something is wrong', () => {
  const row = (cp: string) => toRow(site(), packet(`DataTime=20261115095900;${cp}`), now).row;
  expect(row('a34004-Flag=N')).toBeUndefined();
  expect(row('a34004-Flag=D')).toMatchObject({ avg: [null], flags: ['D'] });
});

test('items without a suffix are values where the protocol maps them, and are listed where not', () => {
  const codes = new Map([['lng', { fid: 5, scale: 1, shift: 0 }]]);
  expect(
    toRow(site({ codes }), packet('DataTime=20261115095900;lng=119.9;lat=32.1', '2011'), now),
  ).toMatchObject({
    row: { fids: [5], avg: [119.9] },
    unmapped: [{ wire_code: 'lat', suffix: '', value: '32.1' }],
    deviations: ['loose_item'],
  });
  expect(toRow(site({ codes }), packet('DataTime=20261115095900;lng=E119.9', '2011'), now)).toMatchObject({
    row: { fids: [5], avg: [null] },
    deviations: ['loose_item', 'not_a_number'],
  });
});

test('a day may end at 24:00, which is odd and counts', () => {
  const { row, deviations } = toRow(site(), packet('DataTime=20261114240000;a34004-Avg=1', '2061'), now);
  expect(row?.ts).toEqual(new Date('2026-11-14T16:00:00Z'));
  expect(deviations).toEqual(['odd_data_time']);
});

test('the temperatures of a furnace are minute data', () => {
  expect(toRow(site(), packet('DataTime=20261115095500;a34004-Avg=1', '2111', '31'), now).row).toMatchObject({
    data_type: 'minute',
    avg: [1],
  });
});

test('two codes of one factor are one value, which is noted', () => {
  const { row, deviations } = toRow(site(), packet('DataTime=20261115095900;a34004-Avg=1;PM25-Avg=1'), now);
  expect(row?.fids).toEqual([3]);
  expect(deviations).toEqual(['repeated_factor']);
  const blank = toRow(site(), packet('DataTime=20261115095900;a34004-Avg=-;PM25-Avg=2'), now);
  expect(blank.row).toMatchObject({ fids: [3], avg: [2] });
});

test('data that comes late was kept by the device', () => {
  expect(toRow(site(), packet('DataTime=20261115085800;a34004-Avg=1'), now).row?.origin).toBe('s');
  expect(toRow(site(), packet('DataTime=20261115090000;a34004-Avg=1', '2061'), now).row?.origin).toBe('l');
});

test.each([
  ['DataTime=20261115101100;a34004-Avg=1', 'future_time'],
  ['DataTime=20000101000000;a34004-Avg=1', 'too_old'],
  ['DataTime=20261315101100;a34004-Avg=1', 'odd_data_time'],
  ['DataTime=20260231101100;a34004-Avg=1', 'odd_data_time'],
  ['a34004-Avg=1', 'no_data_time'],
])('%s is no measurement: %s', (cp, reason) => {
  expect(toRow(site(), packet(cp), now)).toMatchObject({ row: undefined, deviations: [reason] });
});

test('deviations of items are recorded, and codes without a factor are reported as unmapped', () => {
  const { row, unmapped, deviations } = toRow(
    site(),
    packet('DataTime=20261115095900;a34004-Avg=x,a34004-Flag=?;zz1-Avg=4'),
    now,
  );
  expect(row?.avg).toEqual([null]);
  expect(deviations).toEqual(['not_a_number', 'unknown_flag']);
  expect(unmapped).toEqual([{ wire_code: 'zz1', suffix: 'avg', value: '4' }]);
});

test('unknown suffixes are handed on beside the values, of codes with a factor and without', () => {
  const cp = 'DataTime=20261115095900;a34004-Avg=1,a34004-ValidNum=10;zz1-Foo=7;zz2-Avg=3,zz2-Foo=8';
  expect(toRow(site(), packet(cp), now).unmapped).toEqual([
    { wire_code: 'a34004', suffix: 'ValidNum', value: '10' },
    { wire_code: 'zz1', suffix: 'Foo', value: '7' },
    { wire_code: 'zz2', suffix: 'avg', value: '3' },
    { wire_code: 'zz2', suffix: 'Foo', value: '8' },
  ]);
});

test('names that every object has are names like others', () => {
  const data = 'DataTime=20261115095900;a34004-Avg=1,a34004-constructor=2;constructor-Avg=3;valueOf=4';
  expect(toRow(site(), packet(data), now)).toMatchObject({
    row: { fids: [3], avg: [1] },
    unmapped: [
      { wire_code: 'valueOf', suffix: '', value: '4' },
      { wire_code: 'a34004', suffix: 'constructor', value: '2' },
      { wire_code: 'constructor', suffix: 'avg', value: '3' },
    ],
  });
  for (const cn of ['toString', 'constructor', '__proto__'])
    expect(toRow(site(), packet(data, cn), now).row).toBeUndefined();
});
