import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isMeasured, readReadings } from './readings.ts';

const read = (cp: string) => readReadings({ cp });

/** The parsed value of an item. */
const numberIn = (text: string) => readReadings({ cp: `a34004-Rtd=${text}` }).readings[0]?.rtd;

test('an upload gives one reading per factor with what was sent of it', () => {
  const { dataTime, readings, deviations } = read(
    'DataTime=20240601120500;a34004-Rtd=35.2,a34004-Flag=N;a21005-Cou=63.0,a21005-Min=0.4,a21005-Avg=0.612,a21005-Max=1,a21005-Flag=T',
  );
  expect(dataTime).toBe('20240601120500');
  expect(readings).toEqual([
    { factor: 'a34004', rtd: 35.2, flag: 'N' },
    { factor: 'a21005', cou: 63, min: 0.4, avg: 0.612, max: 1, flag: 'T' },
  ]);
  expect(deviations).toEqual([]);
});

test('converted values, vendor flags, sample times and unknown suffixes are kept', () => {
  const { readings, deviations } = read(
    'a21026-ZsRtd=12.5,a21026-EFlag=A01,a21026-SampleTime=20240601120459,a21026-ValidNum=10',
  );
  expect(readings).toEqual([
    { factor: 'a21026', zsRtd: 12.5, eflag: 'A01', sampleTime: '20240601120459', extra: { ValidNum: '10' } },
  ]);
  expect(deviations).toEqual(['unknown_suffix']);
});

test.each([
  ['a34001-Rtd=92;Flag=N', [{ factor: 'a34001', rtd: 92, flag: 'N' }], ['loose_flag']],
  ['a34001-RTD=92,a34001-flag=N', [{ factor: 'a34001', rtd: 92, flag: 'N' }], ['suffix_case']],
  ['a34001-Rtd= 92 ,a34001-Flag=N', [{ factor: 'a34001', rtd: 92, flag: 'N' }], ['spaces']],
  [' a34001-Rtd=92, a34001-Flag=N', [{ factor: 'a34001', rtd: 92, flag: 'N' }], ['spaces']],
  ['a34001-Rtd=92,a34001-Flag= N', [{ factor: 'a34001', rtd: 92, flag: 'N' }], ['spaces']],
  ['a34001-Rtd=92,a34001-EFLAG=A1', [{ factor: 'a34001', rtd: 92, eflag: 'A1' }], ['suffix_case']],
  ['a34001-Rtd=-,a34001-Flag=B', [{ factor: 'a34001', rtd: null, flag: 'B' }], ['not_a_number']],
  ['a34001-Rtd=,a34001-Flag=', [{ factor: 'a34001', rtd: null, flag: '' }], ['not_a_number', 'unknown_flag']],
  ['a34001-Rtd=NaN', [{ factor: 'a34001', rtd: null }], ['not_a_number']],
  ['a34001-Rtd=1,a34001-Rtd=2', [{ factor: 'a34001', rtd: 2 }], ['repeated_item']],
  ['a34001-Rtd=1,a34001-Flag=x', [{ factor: 'a34001', rtd: 1, flag: 'x' }], ['unknown_flag']],
  [
    'a34001-Rtd=1;;a34002-Rtd=2;',
    [
      { factor: 'a34001', rtd: 1 },
      { factor: 'a34002', rtd: 2 },
    ],
    ['empty_tokens'],
  ],
  [
    'a34001-Rtd=1;a34002-Rtd=2;a34001-Flag=N',
    [
      { factor: 'a34001', rtd: 1, flag: 'N' },
      { factor: 'a34002', rtd: 2 },
    ],
    [],
  ],
  ['i11001-Info=//a;b', [{ factor: 'i11001', extra: { Info: '//a' } }], ['text_not_closed']],
  ['a34001-Rtd=1;', [{ factor: 'a34001', rtd: 1 }], ['empty_tokens']],
  ['Leq-Data=55.2', [{ factor: 'Leq', avg: 55.2 }], []],
  ['hot_t-x-Rtd=1', [{ factor: 'hot_t-x', rtd: 1 }], []],
])('%s is read as meant', (cp, readings, deviations) => {
  const result = read(cp);
  expect(result.readings).toEqual(readings);
  expect(result.deviations).toEqual(deviations);
});

test.each([
  ['20160824003817000', '20160824003817'],
  ['2016-08-24 00:38:17', '20160824003817'],
  ['20261315101100', '20261315101100'],
  ['20260229000000', '20260229000000'],
  ['20261115240000', '20261115240000'],
  ['2016', ''],
])('the data time %s is read as %s and noted', (given, expected) => {
  expect(read(`DataTime=${given}`)).toMatchObject({ dataTime: expected, deviations: ['odd_data_time'] });
});

test.each([
  ['2011', 'DataTime=20240601120500;a34004-Rtd=1', []],
  ['2011', 'DataTime=20240601120500;a34004-Avg=1', ['foreign_suffix']],
  ['2051', 'DataTime=20240601120500;a34004-Avg=1,a34004-ZsRtd=1', ['foreign_suffix']],
  ['2061', 'DataTime=20240601120500;a34004-Rtd=1', ['foreign_suffix']],
  ['2031', 'DataTime=20240601000000;w00000-Cou=1,w00000-Min=1,w00000-Avg=1,w00000-Max=1', []],
  ['2051', 'a34004-Avg=1', ['no_data_time']],
  ['2021', 'SB1-RS=1', ['no_data_time']],
  ['2051', 'BeginTime=20240601120000,EndTime=20240601130000', []],
  ['2051', 'BeginTime=20240601120000,EndTime=2024-06-01', ['odd_time']],
  ['2011', 'DataTime=20240601120500;lng=119.9;a34004-Rtd=1', ['loose_item']],
  ['2011', 'DataTime=20240601120500;a34004=1', ['loose_item']],
  ['2011', 'DataTime=20240601120500;-Rtd=1', ['loose_item']],
  ['2011', 'DataTime=20240601120500;a34004-Rtd=1;a34004-Flag=N', ['odd_separator']],
  ['2011', 'DataTime=20240601120500,a34004-Rtd=1,a34002-Rtd=2', ['odd_separator']],
  ['2021', 'DataTime=20240601120500;SB1-RS=1,SB2-RS=0', []],
  ['1022', '101-LowValue=1.1,101-UpValue=9.9', []],
])('in a packet of %s, %s has %j noted', (cn, cp, deviations) => {
  expect(readReadings({ cn, cp }).deviations).toEqual(deviations);
});

test('before 2017 ambient stations had flags of their own', () => {
  const flags = (packet: { st: string; flag?: number }) =>
    readReadings({ ...packet, cp: 'a34004-Rtd=1,a34004-Flag=3' }).deviations;
  expect(flags({ st: '22' })).toEqual([]);
  expect(flags({ st: '22', flag: 5 })).toEqual(['unknown_flag']);
  expect(flags({ st: '31' })).toEqual(['unknown_flag']);
});

test('states, limits and information are no measurements', () => {
  const measured = (cn: string, cp: string) => read(cp).readings.map((reading) => isMeasured(reading, cn));
  expect(measured('3020', 'SB1-RS=1;101-LowValue=1;i12001-Info=0')).toEqual([false, false, false]);
  expect(measured('2062', 'w01019-Check=2.1,w01019-Flag=N')).toEqual([false]);
  expect(measured('2061', 'a34004-Avg=;a21026-Flag=D;w00000-Cou=3;a21005-ZsAvg=1')).toEqual([
    true,
    true,
    true,
    true,
  ]);
});

test('what belongs to no factor is kept in order', () => {
  expect(read('PolId=w01019;InfoId=i13008').others).toEqual([
    { name: 'PolId', value: 'w01019' },
    { name: 'InfoId', value: 'i13008' },
  ]);
});

test('numbers are exactly those of the language itself', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.integer(),
        fc.nat(100_000).map((n) => n / 1000),
      ),
      (value) => {
        const text = String(value);
        expect(numberIn(text)).toBe(Object.is(value, -0) ? 0 : value);
      },
    ),
  );
  for (const text of [
    '0.1',
    '1.005',
    '35.20',
    '007',
    '.5',
    '5.',
    '-0.3',
    '+2',
    '123456789012345678',
    '1e3',
  ]) {
    expect(numberIn(text)).toBe(Number(text));
  }
});
