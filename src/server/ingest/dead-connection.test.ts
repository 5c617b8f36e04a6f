import { beforeAll, expect, test, vi } from 'vitest';
import { openPool, type Pool } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { type TestApp, testApp } from '#test/helpers/app.ts';
import { atEnd } from '#test/helpers/at-end.ts';
import { type Line, openLine } from '#test/helpers/line.ts';
import { station } from '#test/helpers/station.ts';
import { storedPackets, storedReadings } from '#test/helpers/stored.ts';
import { upload } from '#test/helpers/upload.ts';

let app: TestApp;
let line: Line;
/** Direct connection, not through `line`. */
let db: Pool;

/** The longest interruption that the product allows. */
const BACK_MS = 60_000;

beforeAll(async () => {
  app = await testApp({}, async (databaseUrl) => {
    db = openPool(databaseUrl, () => undefined);
    atEnd(() => db.end());
    line = await openLine(databaseUrl);
    atEnd(() => line.close());
    return line.url;
  });
  await db.run(sql`insert into site (mn, site_name, agreement_id) values ('MN1', '一号站', 1)`);
  await vi.waitFor(() => expect(app.gateway.directory.find('MN1')).toBeDefined(), 30_000);
});

test('connections that die in silence, one of them in the middle of a transaction, are replaced: packets are acknowledged and notices heard again within a minute', async () => {
  const device = await station(app.gateway.port);
  device.send(upload('MN1', '2051', '20261115080000', { a34004: 1 }));
  expect((await device.next()).qn).toBe('20261115080000001');

  // The current batch holds its locks while it waits for ours.
  const held = db.tx({}, async (own) => {
    await own.run(sql`lock table raw_packet in share mode`);
    device.send(upload('MN1', '2051', '20261115080000', { a34004: 2 }));
    const waits = sql`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%raw_packet%'
                         and datname = current_database()`;
    await expect.poll(() => db.one(waits)).toBeDefined();
    line.strand();
  });
  await held;
  const began = performance.now();
  expect((await device.next()).qn).toBe('20261115080000001');
  expect(performance.now() - began).toBeLessThan(BACK_MS);
  expect(await storedReadings(db, 'minute')).toMatchObject([{ avg: [2] }]);
  expect(await storedPackets(db, { outgoing: false })).toHaveLength(2);

  await db.run(sql`insert into site (mn, site_name, agreement_id) values ('MN2', '二号站', 1)`);
  await vi.waitFor(() => expect(app.gateway.directory.find('MN2')).toBeDefined(), BACK_MS);
  // Dead connections of other pools would delay the stop by up to their query time limits.
  line.cut();
  line.mend();
});
