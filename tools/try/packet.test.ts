import { expect, test } from 'vitest';
import { CRC_START, crc, crcText } from '#protocol/crc.ts';
import { tryPacket } from './packet.ts';

const live =
  '##0171QN=20240601120500123;ST=22;CN=2011;PW=123456;MN=010000A8900016F000169DC0;Flag=5;CP=&&DataTime=20240601120500;a34004-Rtd=35.2,a34004-Flag=N;a21005-Rtd=0.612,a21005-Flag=N&&B2C1';
const tried = (line: string) => tryPacket(Buffer.from(line));

test('a frame is told with its header, time and readings', () => {
  expect(tried(live)).toEqual({
    verdict: 'ok',
    deviations: [],
    st: '22',
    cn: '2011',
    mn: '010000A8900016F000169DC0',
    qn: '20240601120500123',
    flag: 5,
    data_time: '20240601120500',
    readings: [
      { factor: 'a34004', rtd: 35.2, flag: 'N' },
      { factor: 'a21005', rtd: 0.612, flag: 'N' },
    ],
  });
});

test('a stray comma before MN is noted, and the packet is read', () => {
  const segment = live.slice('##0171'.length, -'B2C1'.length).replace(';MN=', ';,MN=');
  const check = crcText(crc(Buffer.from(segment), 0, segment.length, CRC_START));
  expect(tried(`##0172${segment}${check}`)).toMatchObject({
    verdict: 'ok',
    deviations: ['empty_tokens'],
    mn: '010000A8900016F000169DC0',
    readings: [{}, {}],
  });
});

test('frames glued together are told one inside the other', () => {
  expect(tried(live + live)).toMatchObject({
    deviations: ['glued'],
    readings: [{}, {}],
    glued: [{ verdict: 'ok', deviations: [], readings: [{}, {}] }],
  });
});

test('a flag without a name is told with the value that it marks', () => {
  const loose =
    '##0121QN=20250131202809340;ST=39;CN=2011;PW=123456;MN=0507A010003242;Flag=4;CP=&&DataTime=20250131202809;a34001-Rtd=92;Flag=N&&BF41';
  expect(tried(loose)).toMatchObject({
    deviations: ['loose_flag'],
    readings: [{ factor: 'a34001', rtd: 92, flag: 'N' }],
    others: undefined,
  });
});

test('states and parameters are no readings', () => {
  const state =
    '##0118QN=20210407112025768;ST=21;CN=2021;PW=123456;MN=DXCBZ000000005;Flag=5;CP=&&DataTime=20210407112000;SB1-RS=1;SB2-RS=1&&A001';
  expect(tried(state)).toMatchObject({
    verdict: 'ok',
    readings: [],
    others: [
      { name: 'SB1-RS', value: '1' },
      { name: 'SB2-RS', value: '1' },
    ],
  });
});

test('the bytes of a text are read as GBK where they are no UTF-8', () => {
  const head = 'ST=22;CN=3020;PW=1;MN=1;Flag=4;CP=&&DataTime=20240601120500;i11001-Info=//';
  const line = Buffer.concat([Buffer.from(`##0082${head}`), Buffer.of(0xbf, 0xaa), Buffer.from('//&&0000')]);
  expect(tryPacket(line)).toMatchObject({ others: [{ name: 'i11001-Info', value: '//开//' }] });
});

test('a line without a frame is said to be one', () => {
  expect(tried('hello')).toEqual({ verdict: 'malformed', deviations: ['no_frame'], readings: [] });
});
