import { beforeAll, expect, test, vi } from 'vitest';
import { encodePacket } from '#protocol/packet.ts';
import { sql } from '#server/db/sql.ts';
import { decoding, packets } from '#shared/contract/packets/packets.ts';
import { formatTime } from '#shared/domain/time.ts';
import { type TestApp, testApp } from '#test/helpers/app.ts';
import { station as connectTo } from '#test/helpers/station.ts';
import { storedPackets, storedReadings } from '#test/helpers/stored.ts';
import { upload } from '#test/helpers/upload.ts';

let app: TestApp;

beforeAll(async () => {
  app = await testApp({
    GATEWAY_TLS_PORT: '0',
    GATEWAY_TLS_CERT: 'test/fixtures/tls-cert.pem',
    GATEWAY_TLS_KEY: 'test/fixtures/tls-key.pem',
  });
  await addSite('MN1', '一号站');
  await addSite('MN2', '二号站');
});

const station = () => connectTo(app.gateway.port);
/** In the format of the protocol. */
const ourTime = () => formatTime(app.clock.now).replace(/\D/g, '');

/** Adds a site and waits until the gateway knows it. */
async function addSite(mn: string, name: string): Promise<void> {
  await app.db.run(
    sql`insert into site (mn, site_name, agreement_id, secret) values (${mn}, ${name}, 1, '123456')`,
  );
  await vi.waitFor(() => expect(app.gateway.directory.find(mn)).toBeDefined(), 30_000);
}

test('a minute packet is answered with 9014, and by then it is stored', async () => {
  const { send, next } = await station();
  send(upload('MN1', '2051', '20261115095900', { a34004: 35.5, a21026: 12 }));
  expect(await next()).toMatchObject({ cn: '9014', qn: '20261115095900001', flag: 4 });
  const span = { from: new Date('2026-11-15T09:59:00+08:00'), to: new Date('2026-11-15T10:00:00+08:00') };
  const rows = await storedReadings(app.db, 'minute', 'MN1', span);
  expect(rows).toMatchObject([{ ts: '2026-11-15T01:59:00.000Z', avg: [35.5, 12] }]);
});

test('without the answer bit nothing is answered, but all is stored', async () => {
  const { send, next } = await station();
  send(upload('MN1', '2011', '20261115095930', { a34004: 40 }, 4));
  send(upload('MN1', '2011', '20261115095931', { a34004: 41 }));
  expect((await next()).qn).toBe('20261115095931001');
  const span = { from: new Date('2026-11-15T09:59:30+08:00'), to: new Date('2026-11-15T09:59:32+08:00') };
  expect(await storedReadings(app.db, 'realtime', 'MN1', span)).toHaveLength(2);
});

test('a frame with a wrong check is kept and not answered; the one behind it is', async () => {
  const { send, next } = await station();
  const broken = upload('MN1', '2051', '20261115095800', { a34004: 1 });
  broken[60] = 0x58;
  send(broken);
  send(upload('MN1', '2051', '20261115095700', { a34004: 2 }));
  expect((await next()).qn).toBe('20261115095700001');
  const kept = await storedPackets(app.db, { qn: '20261115095800001' });
  expect(kept).toMatchObject([{ mn: 'MN1', verdict: 'bad_crc' }]);
});

test('a wrong check that its protocol tolerates is accepted, and both are noted', async () => {
  await app.db.run(sql`update agreement set crc_mode = 'none' where agreement_id = 2`);
  await app.db.run(sql`insert into site (mn, site_name, agreement_id) values ('LAX', '宽松站', 2)`);
  await vi.waitFor(() => expect(app.gateway.directory.find('LAX')).toBeDefined(), 30_000);
  const { send, next } = await station();
  const right = Buffer.from(upload('LAX', '2051', '20261115095200', { a34004: 1 }));
  send(Buffer.concat([right.subarray(0, -6), Buffer.from('0bad\r\n')]));
  expect(await next()).toMatchObject({ cn: '9014', mn: 'LAX' });
  const admin = await app.login('admin');
  // The search ignores case.
  const { data_info } = await admin.send(packets.list, { mn: 'lax', outgoing: false });
  expect(data_info).toMatchObject([
    { verdict: 'bad_crc', accepted: true, deviations: ['lower_case_crc', 'tolerated'] },
  ]);
  const [{ packet_id = 0, received_at = '' } = {}] = data_info;
  expect(await admin.send(decoding.decode, { packet_id, received_at })).toMatchObject({ accepted: true });
});

test('bytes between frames are recorded with them', async () => {
  const { send, next } = await station();
  const frame = Buffer.from(upload('MN1', '2011', '20261115095901', { a34004: 1 }));
  const bare = Buffer.from(upload('MN1', '2011', '20261115095902', { a34004: 1 })).subarray(0, -2);
  send(Buffer.concat([Buffer.from('AT+OK'), frame, bare, Buffer.from('**\r\n')]));
  await next();
  await next();
  const kept = async (qn: string) => storedPackets(app.db, { qn, outgoing: false });
  expect(await kept('20261115095901001')).toMatchObject([{ deviations: ['junk_before'] }]);
  expect(await kept('20261115095902001')).toMatchObject([{ deviations: ['trailing_marks'] }]);
});

test('a device that asks for the time is answered and then told it', async () => {
  const { send, next } = await station();
  send(
    encodePacket({ qn: '20261115100000001', st: '22', cn: '1013', pw: '123456', mn: 'MN2', flag: 5, cp: [] }),
  );
  expect(await next()).toMatchObject({ cn: '9013', qn: '20261115100000001' });
  expect(await next()).toMatchObject({ cn: '1012', cp: `SystemTime=${ourTime()}`, flag: 5 });
  // A request for one instrument sets the time of that instrument.
  const cp = [[{ name: 'PolId', value: 'w01018' }]];
  send(encodePacket({ qn: '20261115100000009', st: '22', cn: '1013', pw: '123456', mn: 'MN2', flag: 5, cp }));
  expect(await next()).toMatchObject({ cn: '9013', qn: '20261115100000009' });
  expect(await next()).toMatchObject({ cn: '1012', cp: `PolId=w01018;SystemTime=${ourTime()}` });
});

test('a logger that signs in as some vendors do is welcomed', async () => {
  const { send, next } = await station();
  send(
    encodePacket({ qn: '20261115100000002', st: '21', cn: '9021', pw: '123456', mn: 'MN2', flag: 5, cp: [] }),
  );
  expect(await next()).toMatchObject({ cn: '9022', qn: '20261115100000002', cp: 'Logon=1' });
});

test('a notice is answered also without the answer bit, and who asks for the time is told it', async () => {
  const { send, next } = await station();
  const notice = (cn: string, number: number, flag: number) =>
    send(
      encodePacket({ qn: `2026111510000100${number}`, st: '22', cn, pw: '123456', mn: 'MN2', flag, cp: [] }),
    );
  notice('9015', 1, 4);
  notice('1013', 2, 4);
  notice('9015', 3, 5);
  expect(await next()).toMatchObject({ cn: '9013', qn: '20261115100001001' });
  expect(await next()).toMatchObject({ cn: '9013', qn: '20261115100001002' });
  expect(await next()).toMatchObject({ cn: '1012', cp: `SystemTime=${ourTime()}` });
  expect(await next()).toMatchObject({ cn: '9013', qn: '20261115100001003' });
});

test('an unknown device is noted as unregistered and gets no answer', async () => {
  const { send, next } = await station();
  send(upload('STRANGER', '2051', '20261115095900', { a34004: 1 }));
  send(upload('MN2', '2051', '20261115095900', { a34004: 1 }));
  expect((await next()).mn).toBe('MN2');
  await vi.waitFor(async () => {
    const unregistered = await app.db.rows(sql`select mn, st, cn, packets from unregistered_device`);
    expect(unregistered).toEqual([{ mn: 'STRANGER', st: '22', cn: '2051', packets: 1 }]);
  }, 30_000);
});

test('a clock in the future does not become data, yet the device may forget the packet', async () => {
  const { send, next } = await station();
  send(upload('MN2', '2051', '20270101000000', { a34004: 1 }));
  expect((await next()).cn).toBe('9014');
  const [packet] = await storedPackets(app.db, { qn: '20270101000000001', outgoing: false });
  expect(packet).toMatchObject({ mn: 'MN2', deviations: ['future_time'] });
});

test('device information is in the log before the packet is acknowledged, once however often it is sent', async () => {
  const { send, next } = await station();
  const state = encodePacket({
    qn: '20261115095000001',
    st: '22',
    cn: '3020',
    pw: '123456',
    mn: 'MN1',
    flag: 5,
    cp: [
      [{ name: 'DataTime', value: '20261115095000' }],
      [{ name: 'PolId', value: 'a34004' }],
      [{ name: 'i12001-Info', value: '1' }],
      [{ name: 'i11001-Info', value: '//校准完成//' }],
    ],
  });
  for (const bytes of [state, state]) {
    send(bytes);
    expect((await next()).cn).toBe('9014');
  }
  const logs = await app.db.rows(sql`
    select kind, target, info, value from device_log join site using (site_id) where mn = 'MN1' order by info`);
  expect(logs).toEqual([
    { kind: 'log', target: 'a34004', info: 'i11001', value: '校准完成' },
    { kind: 'state', target: 'a34004', info: 'i12001', value: '1' },
  ]);
});

test('a text is read as its protocol says: short GBK could be UTF-8 too', async () => {
  await app.db.run(sql`update agreement set encoding = 'gbk' where agreement_id = 3`);
  await app.db.run(sql`insert into site (mn, site_name, agreement_id) values ('GBK1', '国标站', 3)`);
  await vi.waitFor(() => expect(app.gateway.directory.find('GBK1')).toBeDefined(), 30_000);
  const { send, next } = await station();
  const utf8 = encodePacket({
    qn: '20261115095000001',
    st: '22',
    cn: '3020',
    pw: '123456',
    mn: 'GBK1',
    flag: 5,
    cp: [[{ name: 'DataTime', value: '20261115095000' }], [{ name: 'i11001-Info', value: '//У׼//' }]],
  });
  send(utf8);
  expect((await next()).cn).toBe('9014');
  const logs = await app.db.rows(
    sql`select value from device_log join site using (site_id) where mn = 'GBK1'`,
  );
  expect(logs).toEqual([{ value: '校准' }]);
});

test('a code without a factor is listed, and the rest of the packet counts', async () => {
  const { send, next } = await station();
  send(upload('MN2', '2051', '20261115095600', { a34004: 7, zz9999: 3.5 }));
  await next();
  await vi.waitFor(async () => {
    const codes = await app.db.rows(sql`select wire_code, suffix, value from unmapped_code`);
    expect(codes).toEqual([{ wire_code: 'zz9999', suffix: 'avg', value: '3.5' }]);
  }, 30_000);
});

test('a site is on the line while it speaks, and off it when it has been silent for too long', async () => {
  const stateOf = () =>
    app.db.one<{ online: boolean; remote: string }>(sql`
      select online, remote from link_state join site using (site_id) where mn = 'MN3'`);
  await addSite('MN3', '三号站');
  const { send, next } = await station();
  send(upload('MN3', '2051', '20261115095900', { a34004: 1 }));
  await next();
  await vi.waitFor(async () => expect(await stateOf()).toMatchObject({ online: true }), 30_000);
  app.clock.forward(299);
  send(upload('MN2', '2051', '20261115100400', { a34004: 1 }));
  await next();
  expect(await stateOf()).toMatchObject({ online: true });
  app.clock.forward(3);
  await vi.waitFor(async () => expect(await stateOf()).toMatchObject({ online: false }), 30_000);
});

test('the newest of two connections of one device is the one that commands go to', async () => {
  const first = await station();
  first.send(upload('MN1', '2051', '20261115100101', { a34004: 1 }));
  await first.next();
  const second = await station();
  second.send(upload('MN1', '2051', '20261115100201', { a34004: 1 }));
  await second.next();
  expect(app.gateway.sessions.of('MN1')?.remote).toBe(`127.0.0.1:${second.socket.localPort}`);
  second.socket.destroy();
  await vi.waitFor(() => expect(app.gateway.sessions.of('MN1')).toBeUndefined(), 30_000);
  first.send(upload('MN1', '2051', '20261115100301', { a34004: 1 }));
  expect((await first.next()).cn).toBe('9014');
});

test('the same is spoken inside TLS', async () => {
  const { send, next } = await connectTo(app.gateway.tlsPort ?? 0, true);
  send(upload('MN1', '2051', '20261115095500', { a34004: 1 }));
  expect((await next()).cn).toBe('9014');
});

test('while the store is away nobody is cut off, off the line, or misread for what we did not read', async () => {
  await addSite('MN4', '四号站');
  const { send, next, socket } = await station();
  const frames = Array.from({ length: 52 }, (_, n) =>
    Buffer.from(upload('MN4', '2011', `202611150940${String(n).padStart(2, '0')}`, { a34004: n })),
  );
  send(frames[0] as Buffer);
  await next();
  const isOnline = () =>
    app.db.one(sql`select online from link_state join site using (site_id) where mn = 'MN4'`);
  await vi.waitFor(async () => expect(await isOnline()).toEqual({ online: true }), 30_000);
  const last = frames.at(-1) as Buffer;
  await app.db.tx({}, async (db) => {
    await db.run(sql`lock table raw_packet in access exclusive mode`);
    // The queue of this line is full, so reading is paused in the middle of the last frame.
    send(Buffer.concat([...frames.slice(1, -1), last.subarray(0, 60)]));
    await vi.waitFor(() => expect(app.gateway.load().waiting).toBeGreaterThanOrEqual(50), 30_000);
    send(last.subarray(60));
    // Silent lines are closed, so the idle check has run twice.
    for (let round = 0; round < 2; round++) {
      const silent = await station();
      app.clock.forward(400);
      await silent.closed;
    }
    expect(socket.destroyed).toBe(false);
  });
  for (const _ of frames.slice(1, -1)) await next();
  expect(await next()).toMatchObject({ cn: '9014', qn: '20261115094051001' });
  expect(await isOnline()).toEqual({ online: true });
}, 60_000);

test('a peer that sends nothing but broken frames is disconnected', async () => {
  const { send, closed } = await station();
  for (let i = 0; i < 60; i++) send('##0010QN=1;ST=2;X0000\r\n');
  await closed;
});

test('a password is asked for where the protocol says so', async () => {
  await app.db.run(sql`
    with strict as (
      insert into agreement (agreement_name, check_password) values ('查密码', true) returning agreement_id)
    insert into site (mn, site_name, agreement_id, secret)
    select mn, mn, agreement_id, secret from strict, (values ('PW1', '123456'), ('PW2', 'other')) own (mn, secret)`);
  await vi.waitFor(() => {
    for (const mn of ['PW1', 'PW2']) expect(app.gateway.directory.find(mn)).toBeDefined();
  }, 30_000);
  const { send, next } = await station();
  send(upload('PW2', '2051', '20261115095400', { a34004: 1 }));
  send(upload('PW1', '2051', '20261115095300', { a34004: 1 }));
  expect((await next()).mn).toBe('PW1');
  // PW2 gets no answer to wait for, and packets of different sites are stored in any order.
  await vi.waitFor(async () => {
    const [row] = await storedPackets(app.db, { qn: '20261115095400001', outgoing: false });
    expect(row).toMatchObject({ mn: 'PW2', deviations: ['wrong_pw'] });
  }, 30_000);
});
