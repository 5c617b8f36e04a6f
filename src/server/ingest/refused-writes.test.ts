import { beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { openPool, type Pool } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { roles } from '#shared/contract/access/roles.ts';
import { packets } from '#shared/contract/packets/packets.ts';
import { type TestApp, testApp } from '#test/helpers/app.ts';
import { atEnd } from '#test/helpers/at-end.ts';
import { type Broker, startBroker } from '#test/helpers/broker.ts';
import { pushTo } from '#test/helpers/push.ts';
import { station } from '#test/helpers/station.ts';
import { storedReadings } from '#test/helpers/stored.ts';
import { admin } from '#test/helpers/templates.ts';
import { upload } from '#test/helpers/upload.ts';

let app: TestApp;
let broker: Broker;
/** Its session stays writable. */
let db: Pool;
let push: Awaited<ReturnType<typeof pushTo>>;
let acknowledged = 0;

const MESSAGES = 40;
const FULL = ['reading_minute', 'raw_packet', 'role'];

beforeAll(async () => {
  broker = await startBroker();
  broker.aedes.on('ack', () => {
    acknowledged += 1;
  });
  app = await testApp({ MQTT_URL: `mqtt://127.0.0.1:${broker.port}` });
  db = openPool(app.databaseUrl, () => undefined);
  atEnd(() => db.end());
  await db.run(sql`insert into site (mn, site_name, agreement_id) values ('MN1', '一号站', 1)`);
  await vi.waitFor(() => expect(app.gateway.directory.find('MN1')).toBeDefined(), 30_000);
  push = await pushTo(app, 'MN1');
});

const databaseName = () => new URL(app.databaseUrl).pathname.slice(1);
const health = async () => {
  const answer = await fetch(`${app.address}/health`);
  const { troubles } = (await answer.json()) as { troubles: string[] };
  return { status: answer.status, troubles };
};
const metrics = async () => (await fetch(`${app.address}/metrics`)).text();
const minutes = async () =>
  (await storedReadings(db, 'minute')).map(({ ts, avg }) => `${ts.slice(11, 16)} ${avg[0]}`);

/** Closes the server's connections: a session keeps the defaults that it began with. */
const breakConnections = () =>
  db.run(sql`
    select pg_terminate_backend(pid, 5000) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and application_name like 'lanjing%'`);

const troubles = {
  'read-only': {
    begin: async () => {
      await admin(
        inject('adminUrl'),
        `alter database ${databaseName()} set default_transaction_read_only = on`,
      );
      await breakConnections();
    },
    end: () =>
      admin(inject('adminUrl'), `alter database ${databaseName()} reset default_transaction_read_only`),
  },
  'out of disk space': {
    begin: async () => {
      await db.run(sql`
        create function full_disk() returns trigger language plpgsql as $$
        begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`);
      for (const table of FULL)
        await admin(
          app.databaseUrl,
          `create trigger full_disk before insert on ${table} for each row execute function full_disk()`,
        );
    },
    // One table at a time: locking several could deadlock with the writer.
    end: async () => {
      for (const table of FULL) await admin(app.databaseUrl, `drop trigger if exists full_disk on ${table}`);
      await db.run(sql`drop function if exists full_disk()`);
    },
  },
};

describe.each(Object.entries(troubles))('while the database is %s', (name, { begin, end }) => {
  test('nothing is acknowledged, every page shows it, and afterwards everything is stored', async () => {
    const admin = await app.login('admin');
    for (const { site_id } of await storedReadings(db, 'minute')) await app.app.series.removeSite(site_id);
    const before = acknowledged;
    // A failed expectation must not leave the database in trouble, because the server would wait for it at its end.
    onTestFinished(async () => {
      await end();
    });
    await begin();

    const [asking, silent] = [await station(app.gateway.port), await station(app.gateway.port)];
    asking.send(upload('MN1', '2051', '20261115080000', { a34004: 1 }));
    // Without the answer bit, the device would never send it again.
    silent.send(upload('MN1', '2051', '20261115080100', { a34004: 2 }, 4));
    for (let n = 0; n < MESSAGES; n += 1)
      await broker.publish('lanjing/MN1/data', {
        data_type: 'minute',
        time: `2026-11-15 09:${String(n).padStart(2, '0')}:00`,
        values: { a34004: 3 },
      });
    const answered = asking.next();
    await expect.poll(health).toEqual({ status: 503, troubles: ['writes'] });
    const batch = {
      batch_id: name.replaceAll(' ', '-'),
      items: [{ data_type: 'minute', time: '2026-11-15 09:50:00', values: { a34004: 4 } }],
    };
    expect(await push(batch)).toMatchObject({ status: 503, retryAfter: '10' });
    expect(await metrics()).toContain('lanjing_database_writable 0\n');
    expect(acknowledged).toBe(before);
    expect(await minutes()).toEqual([]);
    // Reading continues to work.
    expect((await admin.send(roles.list, {})).total).toBeGreaterThan(0);
    // Users cannot save anything, and get a message.
    for (const [language, said] of [
      ['zh', '数据库暂时拒绝写入，本次内容没有保存，请稍后再试'],
      ['en', 'The database cannot save data at the moment. Nothing was saved. Please try again later.'],
    ] as const)
      expect(
        await admin.raw(roles.add.path, { role_name: '值班员' }, { 'accept-language': language }),
      ).toMatchObject({ status: 503, envelope: { code: 503, detail: 'database_refuses', message: said } });

    await end();
    expect((await admin.send(roles.list, { keyword: '值班员' })).total).toBe(0);
    expect((await answered).cn).toBe('9014');
    // A broker may send a message twice.
    await expect.poll(() => acknowledged).toBeGreaterThanOrEqual(before + MESSAGES);
    await expect.poll(async () => (await push(batch)).status, { interval: 500 }).toBe(200);
    expect(await minutes()).toEqual([
      '00:00 1',
      '00:01 2',
      ...Array.from({ length: MESSAGES }, (_, n) => `01:${String(n).padStart(2, '0')} 3`),
      '01:50 4',
    ]);
    await expect.poll(health).toEqual({ status: 200, troubles: [] });
    expect(await metrics()).toContain('lanjing_packets_dropped_total 0\n');
  });
});

test('a packet whose values the database cannot take is counted, and people see it among the raw packets', async () => {
  await db.run(sql`
    create function picky() returns trigger language plpgsql as $$
    begin if new.avg[1] = 13 then raise exception 'not this one' using errcode = '23514'; end if; return new; end $$`);
  await admin(
    app.databaseUrl,
    'create trigger picky before insert on reading_minute for each row execute function picky()',
  );
  const line = await station(app.gateway.port);
  line.send(upload('MN1', '2051', '20261115070000', { a34004: 13 }));
  line.send(upload('MN1', '2051', '20261115070100', { a34004: 14 }));
  expect((await line.next()).qn).toBe('20261115070100001');
  await expect.poll(metrics).toContain('lanjing_packets_dropped_total 1\n');
  const user = await app.login('admin');
  const { data_info } = await user.send(packets.list, { deviation: 'not_stored' });
  expect(data_info).toMatchObject([{ mn: 'MN1', qn: '20261115070000001', accepted: false }]);
});
