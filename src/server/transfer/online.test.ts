import { beforeAll, expect, test } from 'vitest';
import { until } from '#server/db/embedded-fixture.ts';
import { sql } from '#server/db/sql.ts';
import { formatTime } from '#shared/domain/time.ts';
import { type TestApp, testApp } from '#test/helpers/app.ts';
import { newDatabase } from '#test/helpers/database.ts';
import { station } from '#test/helpers/station.ts';
import { ask, exportFrom, importTo, newFolder } from '#test/helpers/transfer.ts';
import { upload } from '#test/helpers/upload.ts';

const STATIONS = 10;
const BEFORE = 5;
const mnOf = (n: number) => `ONLINE${n}`;

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  const mns = Array.from({ length: STATIONS }, (_, n) => mnOf(n));
  await app.db.run(sql`
    insert into site (mn, site_name, agreement_id)
    select mn, mn, (select min(agreement_id) from agreement) from unnest(${mns}::text[]) mn`);
  await until(() => mns.every((mn) => app.gateway.directory.find(mn)), 100);
});

/** Sends minute values until it is stopped; `acknowledged` counts the answers. */
class Sender {
  acknowledged = 0;
  stopped = false;

  async run(mn: string, begin: number): Promise<void> {
    const line = await station(app.gateway.port);
    while (!this.stopped) {
      const time = formatTime(new Date(begin + this.acknowledged * 60_000)).replace(/\D/g, '');
      line.send(upload(mn, '2051', time, { a34004: this.acknowledged, a34002: 2 * this.acknowledged }));
      await line.next();
      this.acknowledged += 1;
    }
    line.socket.destroy();
  }
}

test('an export under way is one moment of what is coming in, with all that was acknowledged before', async () => {
  const begin = app.clock.now.getTime() - 86_400_000;
  const senders = Array.from({ length: STATIONS }, () => new Sender());
  const running = Promise.all(senders.map((sender, n) => sender.run(mnOf(n), begin)));
  const furtherThan = (counts: readonly number[]) =>
    until(() => senders.every(({ acknowledged }, n) => acknowledged > (counts[n] ?? 0)), 100);
  await furtherThan(senders.map(() => BEFORE));
  const acknowledged = senders.map((sender) => sender.acknowledged);
  const folder = newFolder('export');
  await exportFrom(app.databaseUrl, folder);
  await furtherThan(senders.map((sender) => sender.acknowledged));
  for (const sender of senders) sender.stopped = true;
  await running;

  const target = await newDatabase();
  expect(await importTo(target, folder)).toMatchObject({ different: [] });
  const stored = await ask<{ mn: string; n: number; newest: Date; sum: number }>(
    target,
    `select mn, count(*)::int as n, max(ts) as newest, sum(avg[1] + avg[2])::int as sum
       from reading_minute join site using (site_id) where mn like 'ONLINE%' group by mn order by mn`,
  );
  const total = senders.reduce((sum, sender) => sum + sender.acknowledged, 0);
  expect(stored.reduce((sum, { n }) => sum + n, 0)).toBeLessThan(total);
  for (const [i, { n, sum }] of stored.entries()) {
    expect(n).toBeGreaterThanOrEqual(acknowledged[i] ?? 0);
    // Exactly the minutes 0 to n - 1.
    expect(sum).toBe((3 * n * (n - 1)) / 2);
  }
  // The writes of each transaction are complete: packet, latest value, and the pending or finished hourly sum.
  const frames = await ask<{ mn: string; n: number }>(
    target,
    `select mn, count(*)::int as n from raw_packet where cn = '2051' and not outgoing group by mn order by mn`,
  );
  expect(frames).toEqual(stored.map(({ mn, n }) => ({ mn, n })));
  const newest = await ask<{ mn: string; newest: Date }>(
    target,
    `select mn, ts as newest from latest_reading join site using (site_id) where data_type = 'minute' order by mn`,
  );
  expect(newest).toEqual(stored.map(({ mn, newest }) => ({ mn, newest })));
  const unsummed = await ask(
    target,
    `select r.site_id, r.bucket, r.n
       from (select site_id, date_trunc('hour', ts) as bucket, count(*) as n from reading_minute group by 1, 2) r
       left join rollup_hour h on h.site_id = r.site_id and h.ts = r.bucket
      where h.n[1] is distinct from r.n
        and not exists (select from dirty_bucket d where (level, d.site_id, d.bucket) = ('hour', r.site_id, r.bucket))
        and not exists (select from rollup_work w where (level, w.site_id, w.bucket) = ('hour', r.site_id, r.bucket))`,
  );
  expect(unsummed).toEqual([]);
});
