import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { commands } from '#protocol/commands.ts';
import { Framer } from '#protocol/framer.ts';
import { encodePacket, type Outgoing, type Packet, parsePacket } from '#protocol/packet.ts';
import { findValue, parseGroups } from '#protocol/payload.ts';
import { dataAnswer } from '#protocol/replies.ts';
import { demoSites } from '#server/demo/sites.ts';
import { digits, stamp } from '#server/demo/upload.ts';
import { DAY_MS } from '#shared/domain/time-units.ts';
import { Answers } from './answers.ts';
import { clockFrom } from './clock.ts';
import { Device } from './device.ts';
import { Fleet, type FleetOptions } from './fleet.ts';

const [site] = demoSites;
/** Generous, for busy machines. */
const until = <Answer>(question: () => Answer) => expect.poll(question, { timeout: 30_000 });
const undo: (() => void)[] = [];
afterEach(() => {
  for (const step of undo.splice(0)) step();
});

/** The platform's side: acknowledges uploads and lets a test send requests and read packets. */
async function platform(options: Partial<FleetOptions> = {}, acknowledges = true) {
  const heard: Packet[] = [];
  let line: Socket | undefined;
  const server: Server = createServer((socket) => {
    line = socket;
    const framer = new Framer();
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      for (const packet of framer.push(chunk).map((frame) => parsePacket(frame))) {
        heard.push(packet);
        if (acknowledges && !packet.cn.startsWith('90')) socket.write(encodePacket(dataAnswer(packet)));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  // A day in the past, at 100 times speed, so that a calibration of 15 s takes 0.15 s.
  const clock = clockFrom(Date.now() - DAY_MS, 100);
  const fleet = new Fleet({
    sites: 1,
    port,
    clock,
    outages: false,
    types: ['2011'],
    timeoutMs: 60_000,
    ...options,
  });
  fleet.start();
  undo.push(() => {
    fleet.stop();
    line?.destroy();
    server.close();
  });
  await until(() => heard.length).toBeGreaterThan(0);
  let count = 0;
  const send = (cn: string, cp: string, change: Partial<Outgoing> = {}) => {
    count += 1;
    const qn = digits(Date.now() + count);
    const outgoing = {
      qn,
      st: '22',
      cn,
      pw: '123456',
      mn: site?.mn ?? '',
      flag: 5,
      cp: parseGroups(cp),
      ...change,
    };
    line?.write(encodePacket(outgoing));
    return outgoing.qn;
  };
  /** Sends a request and waits for its end: QnRtn, ExeRtn and the data packets of the same command. */
  const ask = async (cn: string, cp = '', change: Partial<Outgoing> = {}) => {
    const from = heard.length;
    const qn = send(cn, cp, change);
    const value = (packet: Packet | undefined, name: string) =>
      packet && Number(findValue(parseGroups(packet.cp), name));
    const answer = (number: string) =>
      heard.slice(from).find((packet) => packet.cn === number && packet.qn === qn);
    await until(() => answer('9011')).toBeDefined();
    const qnRtn = value(answer('9011'), 'QnRtn');
    if (qnRtn === 1) await until(() => answer('9012')).toBeDefined();
    const data = heard.slice(from).filter((packet) => packet.cn === cn);
    return { qn, qnRtn, exeRtn: value(answer('9012'), 'ExeRtn'), data, pw: answer('9012')?.pw };
  };
  return { ask, send, heard, fleet, clock, line: () => line };
}

test('why nobody is connected is known', async () => {
  const fleet = new Fleet({ sites: 1, port: 1, outages: false });
  fleet.start();
  undo.push(() => fleet.stop());
  await until(() => fleet.tally.trouble).toContain('ECONNREFUSED');
});

test('every request of HJ 212-2017 is answered, carried out and ended', async () => {
  const { ask, clock } = await platform();
  const day = (n: number) => stamp(clock.now() - n * DAY_MS);
  const requests: Record<string, string> = {
    1000: 'OverTime=5;ReCount=3',
    1012: `SystemTime=${day(0)}`,
    1062: 'RtdInterval=60',
    1064: 'MinInterval=10',
    1072: 'NewPW=123456',
    2031: `BeginTime=${day(2)};EndTime=${day(1)}`,
    2041: `BeginTime=${day(2)},EndTime=${day(1)}`,
    2051: `BeginTime=${day(1)};EndTime=${day(1 - 1 / 48)}`,
    2061: `BeginTime=${day(1)};EndTime=${day(0.9)}`,
    3011: 'PolId=a21026',
    3012: 'PolId=a21026',
    3013: 'PolId=a21026',
    3014: 'PolId=a21026',
    3016: 'PolId=a21026;CstartTime=013000;Ctime=6',
    3017: 'PolId=a21026',
    3018: 'PolId=a21026',
    3019: 'PolId=a21026',
    3020: 'PolId=a21026;InfoId=i12001',
    3021: 'PolId=a21026;InfoId=i13008;i13008-Info=1.05',
  };
  const standard = commands.filter(
    ({ editions, kinds }) => editions.includes('2017') && kinds.includes('request'),
  );
  for (const { cn, kinds } of standard) {
    const { qnRtn, exeRtn, data } = await ask(cn, requests[cn]);
    expect({ cn, qnRtn, exeRtn }).toEqual({ cn, qnRtn: 1, exeRtn: 1 });
    if (kinds.includes('upload')) expect(data.length).toBeGreaterThan(0);
  }
  const { data } = await ask('3017', requests[3017]);
  expect(data[0]?.cp).toBe('PolId=a21026;CstartTime=013000;CTime=6');
});

test('single values come under the number of the request', async () => {
  const { ask } = await platform();
  for (const [cn, cp, shape] of [
    ['1011', '', /^SystemTime=\d{14}$/],
    ['1061', '', /^RtdInterval=60$/],
    ['1063', '', /^MinInterval=1$/],
    ['3015', '', /^DataTime=\d{14};VaseNo=1$/],
    ['3018', 'PolId=a21026', /^PolId=a21026;Stime=1$/],
    ['3019', 'PolId=a21026', /^PolId=a21026;a21026-SN=[0-9A-F]{24}$/],
    ['3020', 'PolId=a21026;InfoId=i13001', /^DataTime=\d{14};PolId=a21026;i13001-Info=500$/],
    ['3020', 'InfoId=i22001', /^DataTime=\d{14};i22001-Info=0$/],
  ] as const) {
    const { qn, data } = await ask(cn, cp);
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({ qn, cp: expect.stringMatching(shape), flag: 4 });
  }
});

test('what is wrong with a request is said in QnRtn', async () => {
  const { ask, line, heard } = await platform();
  const wrong: [Partial<Outgoing>, number][] = [
    [{ pw: '000000' }, 3],
    [{ mn: '010000A8900016F000169DC0' }, 4],
    [{ st: '21' }, 5],
    [{ flag: 9 }, 6],
    [{ qn: '20260101' }, 7],
    [{ cn: '3999' }, 8],
  ];
  for (const [change, expected] of wrong) {
    expect((await ask('1011', '', change)).qnRtn).toBe(expected);
  }
  const frame = encodePacket({
    qn: digits(1),
    st: '22',
    cn: '1011',
    pw: '123456',
    mn: site?.mn ?? '',
    flag: 5,
    cp: [],
  });
  frame[30] = 0x39;
  line()?.write(frame);
  await until(() => heard.find(({ cn, cp }) => cn === '9011' && cp === 'QnRtn=9')).toBeDefined();
});

test('what cannot be done is said in ExeRtn', async () => {
  const { ask } = await platform();
  for (const [cn, cp, exeRtn] of [
    ['1062', 'RtdInterval=5', 3],
    ['1064', 'MinInterval=7', 3],
    ['1072', 'NewPW=12', 3],
    ['1012', 'SystemTime=soon', 3],
    ['2061', 'BeginTime=20260102000000;EndTime=20260101000000', 3],
    ['2061', 'BeginTime=20990101000000;EndTime=20990101000000', 100],
    ['3011', 'PolId=w01018', 3],
    ['3020', 'PolId=a21026;InfoId=i99999', 3],
    ['3021', 'PolId=a21026;InfoId=i13008;i13008-Info=0', 3],
  ] as const) {
    expect({ cn, exeRtn: (await ask(cn, cp)).exeRtn }).toEqual({ cn, exeRtn });
  }
});

test('history comes in parts of whole factors, each with its own number, and only then the end', async () => {
  const { send, heard } = await platform({ maxCp: 400 });
  const qn = send('2061', 'BeginTime=20260304050000;EndTime=20260304070000');
  const hours = () => heard.filter(({ cn }) => cn === '2061');
  await until(() => heard.find((packet) => packet.cn === '9012' && packet.qn === qn)).toBeDefined();
  const times = new Set(hours().map(({ cp }) => findValue(parseGroups(cp), 'DataTime')));
  expect([...times]).toEqual(['20260304050000', '20260304060000', '20260304070000']);
  const parts = hours().filter(({ cp }) => cp.includes('20260304050000'));
  expect(parts.map(({ pno, pnum, flag }) => [pno, pnum, flag])).toEqual(
    parts.map((_, i) => [i + 1, parts.length, 7]),
  );
  expect(parts.length).toBeGreaterThan(2);
  expect(new Set(hours().map((packet) => packet.qn)).size).toBe(hours().length);
  for (const { cp } of parts) expect(cp.length).toBeLessThanOrEqual(400);
  const order = heard.map(({ cn }) => cn);
  expect(order.lastIndexOf('2061')).toBeLessThan(order.lastIndexOf('9012'));
});

test('the days of a facility carry the label that they were asked for by', async () => {
  const byEnd = demoSites.find(({ label }) => label === 'end');
  if (!byEnd) throw new Error('no station labels by the end');
  const settings = { password: '123456', realtimeSeconds: 60, minuteInterval: 1, timeoutMs: 1, maxCp: 900 };
  const told: (string | undefined)[] = [];
  const answers = new Answers({
    device: new Device(byEnd, settings),
    now: () => Date.parse('2026-03-06T00:00:00Z'),
    send: () => undefined,
    tell: () => undefined,
    deliver: async (parts) => {
      told.push(...parts.map(({ cp }) => findValue(cp, 'DataTime')));
      return true;
    },
    drop: () => undefined,
    work: async () => undefined,
  });
  const { mn, st } = byEnd;
  const cp = parseGroups('BeginTime=20260304000000;EndTime=20260305000000');
  const asked = { qn: digits(0), st, cn: '2041', pw: '123456', mn, flag: 5, cp };
  for (const frame of new Framer().push(encodePacket(asked))) await answers.hear(parsePacket(frame));
  expect(told).toEqual(['20260304000000', '20260305000000']);
});

test('the next part waits until the one before it is acknowledged', async () => {
  const { send, heard, line } = await platform({ maxCp: 400 }, false);
  const acknowledge = (packet: Packet | undefined) =>
    packet && line()?.write(encodePacket(dataAnswer(packet)));
  const uploads = () => heard.filter(({ cn }) => cn.startsWith('20'));
  acknowledge(uploads()[0]);
  for (let n = 2; n <= 3; n++) {
    await until(() => uploads().length).toBe(n);
    if (n === 2) send('2061', 'BeginTime=20260304050000;EndTime=20260304050000');
    acknowledge(uploads().at(-1));
  }
  await until(() => uploads().length).toBe(4);
});

test('a request that is sent again is answered again but not carried out twice', async () => {
  const { ask, heard } = await platform();
  const { qn, data } = await ask('3015');
  const ends = () => heard.filter((packet) => packet.cn === '9012' && packet.qn === qn).length;
  await ask('3015', '', { qn });
  expect(ends()).toBe(2);
  expect(data).toHaveLength(1);
  expect((await ask('3015')).data[0]?.cp).toMatch(/VaseNo=2$/);
});

test('a second request is refused while an instrument is at work, and its data are marked', async () => {
  const { ask, send, heard } = await platform({ interval: 1, clock: clockFrom(Date.now(), 1) });
  send('3011', 'PolId=a21026');
  await until(() => heard.some(({ cn }) => cn === '9011')).toBe(true);
  expect((await ask('1011')).qnRtn).toBe(2);
  await until(() => heard.some(({ cn, cp }) => cn === '2011' && cp.includes('a21026-Flag=C'))).toBe(true);
});

test('a new password counts from the next exchange on', async () => {
  const { ask } = await platform();
  const qn = '20260304050607008';
  expect(await ask('1072', 'NewPW=abc123', { qn })).toMatchObject({ exeRtn: 1, pw: '123456' });
  // The platform did not receive the answer and repeats the request with the old password.
  expect(await ask('1072', 'NewPW=abc123', { qn })).toMatchObject({ qnRtn: 1, exeRtn: 1, pw: '123456' });
  expect((await ask('1011')).qnRtn).toBe(3);
  expect(await ask('1011', '', { pw: 'abc123' })).toMatchObject({ qnRtn: 1, exeRtn: 1, pw: 'abc123' });
});

test('real-time data stop with 2012 and begin again with 2011', async () => {
  const { ask, send, heard, fleet } = await platform();
  const qn = send('2012', '');
  await until(() => heard.find((packet) => packet.cn === '9013' && packet.qn === qn)).toBeDefined();
  expect(fleet.stations[0]?.device.sendsRealtime).toBe(false);
  const before = heard.filter(({ cn }) => cn === '2011').length;
  await ask('2011');
  await until(() => heard.filter(({ cn }) => cn === '2011').length).toBeGreaterThan(before);
});

test('slope and intercept that were set change what is sent', async () => {
  const { ask } = await platform();
  const hour = 'BeginTime=20260304050000;EndTime=20260304050000';
  const avg = async () => {
    const { data } = await ask('2061', hour);
    return Number(findValue(parseGroups(data[0]?.cp ?? ''), 'a34004-Avg'));
  };
  const plain = await avg();
  await ask('3021', 'PolId=a34004;InfoId=i13008;i13008-Info=2');
  await ask('3021', 'PolId=a34004;InfoId=i13007;i13007-Info=-1.5');
  expect(await avg()).toBeCloseTo(2 * plain - 1.5, 1);
  expect((await ask('3020', 'PolId=a34004;InfoId=i13008')).data[0]?.cp).toMatch(/i13008-Info=2$/);
});

test('the log is uploaded line by line', async () => {
  const { ask } = await platform();
  await ask('3013', 'PolId=a21026');
  await ask('3012', 'PolId=a21026');
  const { data, exeRtn } = await ask(
    '3020',
    'PolId=a21026;InfoId=i11001;BeginTime=20200101000000,EndTime=20990101000000',
  );
  expect(exeRtn).toBe(1);
  expect(data.map(({ cp }) => findValue(parseGroups(cp), 'i11001-Info'))).toEqual([
    '//清洗反吹完成//',
    '//即时采样完成//',
  ]);
});

/** Parameters of the requests that need some. */
const told: Record<string, string> = {
  1000: 'OverTime=5;ReCount=3',
  1001: 'WarnTime=60',
  1012: 'SystemTime=20260304050607',
  1015: 'SystemTime=20260304050607',
  1022: 'a21026-LowValue=1,a21026-UpValue=9',
  1032: 'ReportTarget=10.0.0.1',
  1042: 'ReportTime=0130',
  1062: 'RtdInterval=60',
  1064: 'MinInterval=10',
  1072: 'NewPW=123456',
  3016: 'PolId=a21026;CstartTime=013000;CTime=6',
  3020: 'PolId=a21026;InfoId=i12001',
  3021: 'PolId=a21026;InfoId=i13008;i13008-Info=1.05',
  3042: 'RunMode=1',
  3056: 'RunInterval=4',
};
const period = 'BeginTime=20260301000000;EndTime=20260301030000';

test.each([
  ['2005', 1],
  ['2025', 9],
  ['water', 9],
] as const)('a station of %s answers every request of its edition', async (edition, flag) => {
  const { ask, fleet, heard } = await platform({ edition });
  const requests = commands.filter(
    ({ cn, editions, kinds }) =>
      editions.includes(edition) && kinds.includes('request') && !unable.has(`${edition} ${cn}`),
  );
  const ends: Record<string, number | undefined> = {};
  for (const { cn } of requests) {
    const cp = told[cn] ?? (/^20[3-6]/.test(cn) ? period : 'PolId=a21026');
    const connected = heard.length;
    ends[cn] = (await ask(cn, cp, { flag })).exeRtn;
    // It restarts and reconnects.
    if (cn === '3043')
      await until(() => heard.slice(connected).some((packet) => packet.cn === '2011')).toBe(true);
  }
  expect(Object.entries(ends).filter(([cn, end]) => end !== 1 && cn !== '2071')).toEqual([]);
  const { settings } = fleet.stations[0]?.device ?? {};
  if (edition === '2005')
    expect(Object.fromEntries(settings ?? [])).toMatchObject({
      ...{ WarnTime: '60', ReportTarget: '10.0.0.1', ReportTime: '0130', 'a21026-UpValue': '9' },
    });
});
/** Not implemented by the simulator: setting the MN, and keys. */
const unable = new Set(['2025 1002', '2025 1014']);
