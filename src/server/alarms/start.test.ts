import { expect, test } from 'vitest';
import { hearChanges } from '#server/db/listen.ts';
import { sql } from '#server/db/sql.ts';
import type { SeriesStore } from '#server/series/store.ts';
import { alarmRules } from '#shared/contract/alarms/rules.ts';
import { testApp } from '#test/helpers/app.ts';
import { atEnd } from '#test/helpers/at-end.ts';
import { until } from '#test/helpers/until.ts';
import { startAlarms } from './start.ts';

test('a standard that is made or deleted holds though values never stop coming', async () => {
  const { app, db, clock, databaseUrl, login } = await testApp({ ROLES: 'api' });
  const admin = await login('admin');
  const factor = await db.one<{ fid: number }>(
    sql`select component_id as fid from component where component_key = 'pm25'`,
  );
  const site = await db.one<{ site_id: number }>(
    sql`insert into site (mn, site_name) values ('STREAM', 'stream') returning site_id`,
  );
  const fid = factor?.fid ?? 0;
  const site_id = site?.site_id ?? 0;
  await db.run(sql`
    insert into lease (name, holder, until) values ('alarms', ${app.servers.process_id}, now() + interval '1 hour')
    on conflict (name) do update set holder = excluded.holder, until = excluded.until`);

  // Each query for news finds a new value, so the evaluator never runs out of work.
  let second = 0;
  const series: SeriesStore = Object.assign(Object.create(app.series) as SeriesStore, {
    news: async (limit: number) => {
      second += 1;
      clock.forward(1);
      const row = {
        site_id,
        data_type: 'realtime' as const,
        ts: clock.now,
        fids: [fid],
        avg: [200 + second],
      };
      await app.series.append({ readings: [{ ...row, origin: 'l' }], packets: [] });
      return app.series.news(limit);
    },
  });
  const changes = hearChanges(databaseUrl, app.log);
  atEnd(() => changes.stop());
  const duty = await startAlarms({ ...app, series }, changes, () => false);
  atEnd(() => duty.stop());
  await until(
    () => second,
    (seen) => seen > 20,
  );

  const { rule_id = 0 } = await admin.send(alarmRules.add, {
    ...{ scope: 'site', site_id, component_id: fid, data_type: 'realtime', high_alarm: 100 },
  });
  const open = () => db.rows(sql`select from alarm where kind = 'over_standard' and ended_at is null`);
  expect(await until(open, (rows) => rows.length > 0)).toHaveLength(1);
  await admin.send(alarmRules.remove, { rule_id });
  expect(await until(open, (rows) => rows.length === 0)).toEqual([]);
});
