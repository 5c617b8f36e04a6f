import { beforeAll, expect, test, vi } from 'vitest';
import { openPool, type Pool } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { packets } from '#shared/contract/packets/packets.ts';
import { unregistered } from '#shared/contract/packets/unregistered.ts';
import { type TestApp, testApp } from '#test/helpers/app.ts';
import { atEnd } from '#test/helpers/at-end.ts';
import { type Broker, startBroker } from '#test/helpers/broker.ts';
import { type Line, openLine } from '#test/helpers/line.ts';
import { countReadings } from '#test/helpers/stored.ts';

let app: TestApp;
let broker: Broker;
/** The connection to the database. */
let line: Line;
/** Direct connection, which survives restarts and `line.cut`. */
let db: Pool;
/** Number of messages acknowledged by the server. */
let acknowledged = 0;

beforeAll(async () => {
  broker = await startBroker();
  broker.aedes.on('ack', () => {
    acknowledged += 1;
  });
  app = await testApp({ MQTT_URL: `mqtt://127.0.0.1:${broker.port}` }, async (databaseUrl) => {
    db = openPool(databaseUrl, () => undefined);
    atEnd(() => db.end());
    line = await openLine(databaseUrl);
    atEnd(() => line.close());
    return line.url;
  });
  await db.run(sql`
    insert into site (mn, site_name, agreement_id) values ('MN1', '一号站', 1), ('MN2', '二号站', 1)`);
  await vi.waitFor(() => expect(app.gateway.directory.find('MN2')).toBeDefined(), 30_000);
  await vi.waitFor(async () => expect(await metric('connected')).toBe(1), 30_000);
});

async function metric(name: string): Promise<number> {
  const text = await (await fetch(`${app.address}/metrics`)).text();
  return Number(new RegExp(`^lanjing_mqtt_${name} (\\d+)$`, 'm').exec(text)?.[1]);
}

const item = (minute: number, value: unknown = 35) => ({
  data_type: 'minute',
  time: new Date(Date.parse('2026-11-01T00:00:00Z') + minute * 60_000).toISOString(),
  values: { a34004: value },
});
const send = (content: unknown, mn = 'MN1') => broker.publish(`lanjing/${mn}/data`, content);
/** A broker may send a message twice; it is then acknowledged twice. */
const settled = (count: number) => expect.poll(() => acknowledged).toBeGreaterThanOrEqual(count);

const rows = () => countReadings(db, 'minute');

test('a message is acknowledged when all of its items are stored, and its site is on the line', async () => {
  await send(item(0));
  await send([item(1), item(2), { ...item(3), mn: 'MN1' }]);
  await settled(2);
  expect(await rows()).toBe(4);
  const link = () =>
    db.one(sql`select online, remote from link_state join site using (site_id) where mn = 'MN1'`);
  const remote = `mqtt://127.0.0.1:${broker.port}/lanjing/MN1/data`;
  await expect.poll(link).toEqual({ online: true, remote });
});

test('what can never be stored is acknowledged all the same, and people see it', async () => {
  const before = acknowledged;
  const stored = await rows();
  await send('{"time":');
  await send({ ...item(10), mn: 'MN2' });
  await send([{ ...item(10), time: 'soon' }, item(11)]);
  await send([]);
  await send(`[${'['.repeat(100_000)}${']'.repeat(100_000)}]`);
  await send(item(12), 'STRANGER');
  await settled(before + 6);
  expect(await rows()).toBe(stored + 1);
  const admin = await app.login('admin');
  const all = await admin.send(packets.list, { source: 'mqtt', page_size: 100 });
  expect(
    all.data_info.filter(({ accepted }) => !accepted).map(({ mn, deviations }) => [mn, ...deviations]),
  ).toEqual(
    expect.arrayContaining([
      ['MN1', 'bad_json'],
      ['MN1', 'wrong_mn'],
      ['MN1', 'bad_item'],
      ['MN1', 'no_items'],
      ['STRANGER'],
    ]),
  );
  await expect
    .poll(async () => (await admin.send(unregistered.list, {})).data_info)
    .toMatchObject([{ mn: 'STRANGER', cn: '2051', packets: 1 }]);
  expect(await metric('refused_total')).toBe(5);
});

test('while the database is away nothing is acknowledged, and then everything, in the order of arrival', async () => {
  const [before, stored, came] = [acknowledged, await rows(), await metric('messages_total')];
  const order: number[] = [];
  const note = (packet?: { messageId?: number }) => order.push(packet?.messageId ?? 0);
  broker.aedes.on('ack', note);
  line.cut();
  // Real-time values are stored before others, but must be acknowledged in order.
  for (let minute = 2000; minute < 3200; minute += 1) {
    await send(minute % 2 === 0 ? item(minute) : { ...item(minute), data_type: 'realtime' });
  }
  // The limit of waiting messages; the broker keeps the rest.
  await expect.poll(() => metric('messages_total')).toBe(came + 1000);
  expect(acknowledged).toBe(before);
  line.mend();
  await expect.poll(() => acknowledged).toBe(before + 1200);
  broker.aedes.off('ack', note);
  // Message IDs wrap around after 65535.
  const place = (id: number) => (id - (order[0] ?? 0) + 65_535) % 65_535;
  expect(order).toEqual(order.toSorted((one, other) => place(one) - place(other)));
  expect(await rows()).toBe(stored + 600);
});

test('a broker that was away is found again, and what came meanwhile too', async () => {
  const [before, stored] = [acknowledged, await rows()];
  broker.leave();
  await expect.poll(() => metric('connected')).toBe(0);
  for (let minute = 200; minute < 220; minute += 1) await send(item(minute));
  broker.comeBack();
  await expect.poll(rows).toBe(stored + 20);
  await settled(before + 20);
});

test('what is published while the server is down is there when it is up again', async () => {
  const [before, stored] = [acknowledged, await rows()];
  const sending = Promise.all(Array.from({ length: 200 }, (_, i) => send(item(300 + i))));
  await app.restart();
  await sending;
  await expect.poll(rows).toBe(stored + 200);
  await settled(before + 200);
});

test('what the broker has kept for newcomers is stored, but no sign of life', async () => {
  const before = acknowledged;
  const heard = (mn: string) =>
    db.one(sql`select last_packet_at from link_state join site using (site_id) where mn = ${mn}`);
  await broker.publish('lanjing/MN2/data', item(900), true);
  await settled(before + 1);
  const at = { last_packet_at: app.clock.now.toISOString() };
  await expect.poll(() => heard('MN2')).toEqual(at);
  app.clock.forward(60);
  await app.restart();
  await settled(before + 2);
  await send(item(901));
  await expect.poll(() => heard('MN1')).toEqual({ last_packet_at: app.clock.now.toISOString() });
  expect(await heard('MN2')).toEqual(at);
});
