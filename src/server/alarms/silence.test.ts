import { beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { formatTime } from '#shared/domain/time.ts';
import { type TestApp, testApp } from '#test/helpers/app.ts';
import { station } from '#test/helpers/station.ts';
import { until } from '#test/helpers/until.ts';
import { upload } from '#test/helpers/upload.ts';

/** The limit for a station that uploads every minute: three uploads, but at least five minutes. */
const PATIENCE_S = 300;
/** Largest delay of the offline alarm. */
const LATEST_S = 30;

let app: TestApp;
const names = ['early', 'silent', 'speaking'] as const;
type Name = (typeof names)[number];
const ids = {} as Record<Name, number>;

beforeAll(async () => {
  app = await testApp();
  for (const name of names) {
    const row = await app.db.one<{ site_id: number }>(sql`
      insert into site (mn, site_name, agreement_id, secret, interval_seconds)
      values (${name}, ${name}, 1, '123456', 60) returning site_id`);
    ids[name] = row?.site_id ?? 0;
  }
  await until(
    () => app.gateway.directory.find('speaking'),
    (site) => site !== undefined,
  );
});

/** Sends a packet, and waits until it is acknowledged and the link state is saved. */
async function speak(name: Name): Promise<void> {
  const { send, next, socket } = await station(app.gateway.port);
  send(upload(name, '2011', formatTime(app.clock.now).replace(/\D/g, ''), { a34004: 20 }));
  await next();
  socket.destroy();
  const at = app.clock.now;
  await until(
    () => app.db.one(sql`select from link_state where site_id = ${ids[name]} and last_packet_at >= ${at}`),
    (row) => row !== undefined,
  );
}

const silent = async () => {
  const rows = await app.db.rows<{ name: Name; opened_at: string }>(sql`
    select mn as name, opened_at from alarm join site using (site_id)
     where kind = 'offline' and ended_at is null order by mn`);
  return rows.map(({ name }) => name);
};
const openedAt = async (name: Name) => {
  const row = await app.db.one<{ at: string }>(
    sql`select opened_at as at from alarm where kind = 'offline' and site_id = ${ids[name]} and ended_at is null`,
  );
  return Date.parse(row?.at ?? '');
};
const untilSilent = (count: number) => until(silent, (found) => found.length === count);

/** Opens and closes a door. Once both alarms are stored, the periodic check has run over all stations. */
async function rounds(): Promise<void> {
  for (const [value, open] of [
    ['1', 1],
    ['0', 0],
  ] as const) {
    app.clock.forward(1);
    await app.db.run(sql`
      insert into device_log (site_id, ts, kind, target, info, value, received_at)
      values (${ids.speaking}, ${app.clock.now}, 'state', '', 'i32001', ${value}, ${app.clock.now})`);
    await until(
      () => app.db.rows(sql`select from alarm where kind = 'door' and ended_at is null`),
      (rows) => rows.length === open,
    );
  }
}

test('silence is an alarm when it is due and at most 30 s later, and our own restart is nobody’s silence', async () => {
  await speak('early');
  app.clock.forward(20);
  await speak('silent');
  const due = app.clock.now.getTime() + PATIENCE_S * 1000;
  app.clock.now = new Date(due - 5000);
  await speak('speaking');

  // The first silent station has its alarm, in time; no other station has one yet.
  expect(await untilSilent(1)).toEqual(['early']);
  expect(await openedAt('early')).toBeLessThanOrEqual(due - 20_000 + LATEST_S * 1000);
  app.clock.now = new Date(due + (LATEST_S - 10) * 1000);
  expect(await untilSilent(2)).toEqual(['early', 'silent']);
  expect(await openedAt('silent')).toBeLessThanOrEqual(due + LATEST_S * 1000);

  // One hour without a server: for the station that sent last, the time limit starts again at our start.
  await app.restart(() => app.clock.forward(3600));
  const again = app.clock.now.getTime() + PATIENCE_S * 1000;
  app.clock.now = new Date(again - 10_000);
  await rounds();
  expect(await silent()).toEqual(['early', 'silent']);
  app.clock.now = new Date(again + (LATEST_S - 10) * 1000);
  expect(await untilSilent(3)).toEqual(['early', 'silent', 'speaking']);
  expect(await openedAt('speaking')).toBeLessThanOrEqual(again + LATEST_S * 1000);

  // A station that sends again recovers.
  await speak('silent');
  expect(await untilSilent(2)).toEqual(['early', 'speaking']);
});
