import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { type TestApp, testApp } from '#test/helpers/app.ts';
import { doUpkeep, tidy } from '#test/helpers/upkeep.ts';
import { deletedSites } from './deleted-sites.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  // What the server itself has due at its start is over.
  const ran = () => app.db.one(sql`select from upkeep_run where job = 'tidying' and outcome is not null`);
  await vi.waitFor(async () => expect(await ran()).toBeDefined(), 30_000);
});

const days = (count: number) => new Date(app.clock.now.getTime() - count * 86_400_000);

function counts(): Promise<{ sessions: number; jobs: number } | undefined> {
  return app.db.one(sql`
    select (select count(*) from session) as sessions, (select count(*) from job) as jobs`);
}

test('old sessions, finished jobs and their files go; what may still be used stays', async () => {
  await app.login('admin');
  const add = (expires: Date) => sql`
    insert into session (user_id, imei, platform, expires_at) values (1, 'old', 'Web', ${expires})`;
  await app.db.run(add(days(31)));
  await app.db.run(add(days(29)));
  for (const [age, state] of [
    [8, 'done'],
    [8, 'queued'],
    [6, 'done'],
  ] as const) {
    await app.db.run(sql`
      insert into job (user_id, kind, title, params, state, created_at)
      values (1, 'of a newer server', 'x', '{}', ${state}, ${days(age)})`);
  }
  const folder = join(app.config.dataDir, 'exports');
  mkdirSync(folder, { recursive: true });
  for (const [name, age] of [
    ['old.csv', 8],
    ['new.csv', 6],
  ] as const) {
    writeFileSync(join(folder, name), 'exported');
    utimesSync(join(folder, name), days(age), days(age));
  }

  const { sessions, exports } = await tidy(app.app);

  expect([sessions, exports]).toMatchObject([
    { rows: 1, files: 0, bytes: 0 },
    { rows: 1, files: 1, bytes: 8 },
  ]);
  expect(await counts()).toEqual({ sessions: 2, jobs: 2 });
  expect(existsSync(join(folder, 'old.csv'))).toBe(false);
  expect(existsSync(join(folder, 'new.csv'))).toBe(true);
});

test('measurements of a deleted site go once nothing of it can be on its way in any more', async () => {
  const rows = await app.db.rows<{ site_id: number }>(sql`
    insert into site (mn, site_name) values ('A', 'A'), ('B', 'B') returning site_id`);
  const [old = 0, fresh = 0] = rows.map(({ site_id }) => site_id);
  for (const site_id of [old, fresh]) {
    const reading = {
      site_id,
      data_type: 'hour' as const,
      ts: days(1),
      fids: [1],
      avg: [1],
      origin: 'l' as const,
    };
    await app.app.series.append({ readings: [reading], packets: [] });
  }
  await app.db.run(sql`delete from site`);
  await app.db.run(sql`update forgotten_site set deleted_at = ${app.clock.now}`);
  await app.db.run(sql`update forgotten_site set deleted_at = ${days(1)} where site_id = ${old}`);

  const { measurements } = await doUpkeep(app.app, deletedSites);

  expect(measurements).toMatchObject({ bytes: 0, about: false });
  expect(measurements?.rows).toBeGreaterThan(0);
  const span = { from: new Date('2020-01-01T00:00:00Z'), to: new Date('2030-01-01T00:00:00Z') };
  const left = await app.app.series.countBySite({ data_type: 'hour', site_ids: [old, fresh], ...span });
  expect([...left.keys()]).toEqual([fresh]);
  expect(await app.db.rows(sql`select site_id from forgotten_site`)).toEqual([{ site_id: fresh }]);
});

test('messages go when the settings no longer keep them, but none that still waits', async () => {
  for (const [subject, age, state] of [
    ['old', 366, 'sent'],
    ['waiting', 366, 'queued'],
    ['new', 364, 'failed'],
  ] as const) {
    await app.db.run(sql`
      insert into message (channel, recipient, kind, subject, body, state, created_at, next_at)
      values ('email', 'a@b.cn', 'report', ${subject}, 'x', ${state}, ${days(age)}, 'infinity')`);
  }
  await tidy(app.app);
  const left = await app.db.rows(sql`select subject from message order by message_id`);
  expect(left).toEqual([{ subject: 'waiting' }, { subject: 'new' }]);
});

test('the values from before an import are deleted after 90 days', async () => {
  const file = await app.db.one<{ file_id: number }>(sql`
    insert into file (file_name, size, sha256, purpose) values ('x.csv', 0, 'x', 'attachment') returning file_id`);
  const imports = await app.db.rows<{ import_id: number }>(sql`
    insert into history_import (file_id, file_name, mapping, asked)
    select ${file?.file_id}, 'x.csv', '{}', 'import' from generate_series(1, 2) returning import_id`);
  const [old = 0, fresh = 0] = imports.map(({ import_id }) => import_id);
  for (const [import_id, age] of [
    [old, 91],
    [fresh, 89],
  ] as const) {
    await app.db.run(sql`
      insert into history_import_progress (import_id, judged_at, status, traced, finished_at)
      values (${import_id}, now(), 'done', true, ${days(age)})`);
    const reading = { site_id: 1, data_type: 'hour' as const, ts: days(age), fids: [1], avg: [1] };
    await app.app.series.appendTraced({ trace_id: import_id, readings: [{ ...reading, origin: 's' }] });
  }
  await tidy(app.app);
  const isTraced = (age: number) =>
    app.app.series.isTraced(['hour'], { site_ids: [1], fids: [1], from: days(age), to: days(age - 1) });
  expect([await isTraced(91), await isTraced(89)]).toEqual([false, true]);
  const known = await app.db.rows(sql`select import_id from history_import_progress where traced`);
  expect(known).toEqual([{ import_id: fresh }]);
});

test('the photo of a refused report goes after its time; the report and other photos stay', async () => {
  const report = async (state: string, decided: Date | null) => {
    const row = await app.db.one<{ request_id: number }>(sql`
      insert into order_request (site_id, description, created_at, network, state, decided_at)
      select min(site_id), 'x', ${days(90)}, 'x', ${state}, ${decided} from site returning request_id`);
    await app.db.run(
      sql`insert into order_request_photo (request_id, photo) values (${row?.request_id}, 'x')`,
    );
    return row?.request_id ?? 0;
  };
  await app.db.run(sql`insert into site (mn, site_name) values ('photos', '照片')`);
  const old = await report('refused', days(31));
  const kept = [
    await report('refused', days(29)),
    await report('ordered', days(60)),
    await report('new', null),
  ];

  const { report_photos } = await tidy(app.app);

  expect(report_photos).toMatchObject({ rows: 1 });
  const photos = await app.db.rows<{ request_id: number }>(
    sql`select request_id from order_request_photo order by request_id`,
  );
  expect(photos.map(({ request_id }) => request_id)).toEqual(kept);
  expect(await app.db.run(sql`select from order_request where request_id = ${old}`)).toBe(1);
});
