import { describe, expect, test } from 'vitest';
import { toLogs } from './device-logs.ts';

const received = new Date('2026-11-15T02:00:00Z');
const logs = (cn: string, cp: string, qn = '20261115095959123') =>
  toLogs({ site_id: 7 }, { cn, cp, qn }, received).map(
    ({ kind, target, info, value }) => `${kind} ${target || '-'} ${info} ${value}`,
  );

describe('facilities', () => {
  test('each state of 2021 is a row', () => {
    expect(logs('2021', 'DataTime=20261115095900;SB1-RS=1;SB2-RS=0')).toEqual([
      'state SB1 RS 1',
      'state SB2 RS 0',
    ]);
  });

  test('names count in any case, and those that every object has are nobody’s', () => {
    const cp = 'datatime=20261115095900;SB1-rs=1;SB2-constructor=2;SB3-__proto__=3;toString=4';
    expect(logs('2021', cp)).toEqual(['state SB1 RS 1']);
    const [log] = toLogs({ site_id: 7 }, { cn: '2021', cp, qn: '' }, received);
    expect(log?.ts).toEqual(new Date('2026-11-15T01:59:00Z'));
  });

  test('hours of a day are states too', () => {
    expect(logs('2041', 'DataTime=20261114000000;SB1-RT=23.50')).toEqual(['state SB1 RT 23.50']);
  });
});

describe('information of 3020', () => {
  test('a state or parameter belongs to the instrument named before it', () => {
    expect(logs('3020', 'DataTime=20261115095900;PolId=w01018;i12001-Info=0;i13004-Info=168.0')).toEqual([
      'state w01018 i12001 0',
      'parameter w01018 i13004 168.0',
    ]);
  });

  test('without an instrument it is the logger’s', () => {
    expect(logs('3020', 'DataTime=20261115095900;i22001-Info=1')).toEqual(['state - i22001 1']);
  });

  test('the surface-water profile names one instrument per group', () => {
    const cp =
      'DataTime=20261115095900;PolId=w01019,i12001-Info=0,i12002-Info=0;PolId=w21003,i12001-Info=11,i12031-Info=1';
    expect(logs('3020', cp)).toEqual([
      'state w01019 i12001 0',
      'state w01019 i12002 0',
      'state w21003 i12001 11',
      'state w21003 i12031 1',
    ]);
  });

  test('a log line is kept as text, whatever marks it holds', () => {
    expect(
      logs('3020', 'DataTime=20261115095900;PolId=w01018;i11001-Info=//清洗完成;耗时=30,正常//'),
    ).toEqual(['log w01018 i11001 清洗完成;耗时=30,正常']);
  });

  test('a code of no known kind is kept as a parameter', () => {
    expect(logs('3020', 'DataTime=20261115095900;iA9X01-Info=5')).toEqual(['parameter - iA9X01 5']);
  });
});

test('start-up, kept samples and instrument numbers are taken down too', () => {
  expect(logs('2081', 'DataTime=20261115095900;RestartTime=20261115095800')).toEqual([
    'log - RestartTime 20261115095800',
  ]);
  expect(logs('3015', 'DataTime=20261115095900;VaseNo=3')).toEqual(['log - VaseNo 3']);
  expect(logs('3019', 'PolId=w01018;w01018-SN=010000A8900016F000169DC0')).toEqual([
    'parameter w01018 SN 010000A8900016F000169DC0',
  ]);
});

test('the identity of the hardware is a parameter, with its suffix or without', () => {
  expect(logs('1001', 'i23005=ABC;i23006-Info=C1')).toEqual([
    'parameter - i23005 ABC',
    'parameter - i23006 C1',
  ]);
});

test('an alarm of 2005 is a line, at its own time', () => {
  const cp = 'AlarmTime=20261115093000;101-Ala=1.1,AlarmType=1';
  expect(logs('2072', cp)).toEqual(['log 101 Ala 1.1', 'log 101 AlarmType 1']);
  expect(toLogs({ site_id: 7 }, { cn: '2072', cp, qn: '' }, received)[0]?.ts.toISOString()).toBe(
    '2026-11-15T01:30:00.000Z',
  );
});

test('the result of a check is a line each, under its kind', () => {
  expect(logs('2062', 'DataTime=20261115090000;w21003-Check=0.51,w21003-StandardValue=0.5')).toEqual([
    'log w21003 2062-Check 0.51',
    'log w21003 2062-StandardValue 0.5',
  ]);
  expect(
    logs('2063', 'DataTime=20261115090000;w21003-Check=0.9,w21003-Water=0.5,w21003-WaterTime=20261115080000'),
  ).toEqual([
    'log w21003 2063-Check 0.9',
    'log w21003 2063-Water 0.5',
    'log w21003 2063-WaterTime 20261115080000',
  ]);
});

test.each(['2011', '2051', '2061', '2031', '9014', '1012'])('a packet of %s says nothing here', (cn) => {
  expect(logs(cn, 'DataTime=20261115095900;a34004-Rtd=35.2,a34004-Flag=N;SB1-RS=1')).toEqual([]);
});

describe('the time', () => {
  const at = (cp: string, qn = '') =>
    toLogs({ site_id: 7 }, { cn: '3020', cp, qn }, received)[0]?.ts.toISOString();

  test('is the event’s, on the network’s clock', () => {
    expect(at('DataTime=20261115095900;i22001-Info=0')).toBe('2026-11-15T01:59:00.000Z');
  });

  test('is the message’s where the event has none: a resend gives the same', () => {
    expect(at('i22001-Info=0', '20261115095930123')).toBe('2026-11-15T01:59:30.000Z');
  });

  test.each(['20270101000000', '19700101000000', '20261399000000', 'now'])(
    'of a device that says %s is ours',
    (time) => {
      expect(at(`DataTime=${time};i22001-Info=0`, `${time}000`)).toBe(received.toISOString());
    },
  );
});
