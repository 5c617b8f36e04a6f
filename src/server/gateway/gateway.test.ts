import { connect, type Socket } from 'node:net';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Framer } from '#protocol/framer.ts';
import { encodePacket, type Packet, parsePacket } from '#protocol/packet.ts';
import { sql } from '#server/db/sql.ts';
import { Directory } from '#server/ingest/directory.ts';
import { Writer } from '#server/ingest/writer.ts';
import { postgresStore } from '#server/series/postgres/store.ts';
import { type TestApp, testApp } from '#test/helpers/app.ts';
import { type Listener, listen } from './listener.ts';

let app: TestApp;
let listener: Listener;
let directory: Directory;
let writer: Writer;
const knocks: string[] = [];
const open: Socket[] = [];

beforeAll(async () => {
  app = await testApp();
  await app.db.run(sql`
    insert into site (mn, site_name, agreement_id, secret)
    values ('MN1', '一号站', 1, '123456'), ('MN2', '二号站', 1, '123456')`);
  directory = new Directory(app.db);
  await directory.load();
  writer = new Writer(postgresStore(app.db), pino({ level: 'silent' }), { lingerMs: 5 });
  listener = await listen(
    {
      directory,
      writer,
      log: pino({ level: 'silent' }),
      now: () => app.clock.now,
      heard: (site, session) => listener.sessions.bind(site.mn, session),
      knocked: ({ mn }) => knocks.push(mn),
    },
    { host: '127.0.0.1', port: 0 },
  );
});
afterAll(async () => {
  for (const socket of open) socket.destroy();
  await listener.stop();
  await writer.stop();
});

/** A station on the line: sends bytes, collects the packets that come back. */
async function station() {
  const socket = connect(listener.port, '127.0.0.1');
  open.push(socket);
  await new Promise((resolve) => socket.once('connect', resolve));
  const framer = new Framer();
  const answers: Packet[] = [];
  let wake = () => {};
  socket.on('data', (chunk) => {
    answers.push(...framer.push(chunk).map(parsePacket));
    wake();
  });
  const next = async (): Promise<Packet> => {
    while (answers.length === 0) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    return answers.shift() as Packet;
  };
  return { socket, next, send: (bytes: Uint8Array | string) => socket.write(bytes) };
}

const upload = (mn: string, cn: string, time: string, values: Record<string, number>, flag = 5) =>
  encodePacket({
    qn: `${time}001`,
    st: '22',
    cn,
    pw: '123456',
    mn,
    flag,
    cp: [
      [{ name: 'DataTime', value: time }],
      ...Object.entries(values).map(([code, value]) => [
        { name: `${code}-${cn === '2011' ? 'Rtd' : 'Avg'}`, value: String(value) },
        { name: `${code}-Flag`, value: 'N' },
      ]),
    ],
  });

test('a minute packet is answered with 9014, and by then it is stored', async () => {
  const { send, next } = await station();
  send(upload('MN1', '2051', '20261115095900', { a34004: 35.5, a21026: 12 }));
  expect(await next()).toMatchObject({ cn: '9014', qn: '20261115095900001', flag: 4 });
  const rows = await app.db.rows<{ ts: string; avg: number[] }>(sql`
    select t.ts, t.avg from reading_minute t join site using (site_id) where mn = 'MN1'`);
  expect(rows).toEqual([{ ts: '2026-11-15T01:59:00.000Z', avg: [35.5, 12] }]);
});

test('without the answer bit nothing is answered, but all is stored', async () => {
  const { send, next } = await station();
  send(upload('MN1', '2011', '20261115095930', { a34004: 40 }, 4));
  send(upload('MN1', '2011', '20261115095931', { a34004: 41 }));
  expect((await next()).qn).toBe('20261115095931001');
  const row = await app.db.one<{ n: number }>(sql`select count(*) as n from reading_realtime`);
  expect(row?.n).toBe(2);
});

test('a frame with a wrong check is kept and not answered; the one behind it is', async () => {
  const { send, next } = await station();
  const broken = upload('MN1', '2051', '20261115095800', { a34004: 1 });
  broken[60] = 0x58;
  send(broken);
  send(upload('MN1', '2051', '20261115095700', { a34004: 2 }));
  expect((await next()).qn).toBe('20261115095700001');
  const verdicts = await app.db.rows<{ verdict: string }>(sql`
    select verdict from raw_packet where verdict <> 'ok'`);
  expect(verdicts).toEqual([{ verdict: 'bad_crc' }]);
});

test('a device that asks for the time is answered and then told it', async () => {
  const { send, next } = await station();
  send(
    encodePacket({ qn: '20261115100000001', st: '22', cn: '1013', pw: '123456', mn: 'MN2', flag: 5, cp: [] }),
  );
  expect(await next()).toMatchObject({ cn: '9013', qn: '20261115100000001' });
  expect(await next()).toMatchObject({ cn: '1012', cp: 'SystemTime=20261115100000', flag: 5 });
});

test('an unknown device is heard knocking and gets no answer', async () => {
  const { send, next } = await station();
  send(upload('STRANGER', '2051', '20261115095900', { a34004: 1 }));
  send(upload('MN2', '2051', '20261115095900', { a34004: 1 }));
  expect((await next()).mn).toBe('MN2');
  expect(knocks).toEqual(['STRANGER']);
});

test('a clock in the future does not become data, yet the device may forget the packet', async () => {
  const { send, next } = await station();
  send(upload('MN2', '2051', '20270101000000', { a34004: 1 }));
  expect((await next()).cn).toBe('9014');
  const [packet] = await app.db.rows<{ deviations: string[] }>(sql`
    select deviations from raw_packet where mn = 'MN2' and deviations is not null`);
  expect(packet?.deviations).toEqual(['future_time']);
});
