import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { seedDemoArticles } from '#server/features/learning/demo-articles.ts';
import { projectRoot } from '#server/instance/project-root.ts';
import { postgresStore } from '#server/series/postgres/store.ts';
import type { ReadingRow } from '#server/series/store.ts';
import { testApp } from '#test/helpers/app.ts';
import { testDatabase } from '#test/helpers/database.ts';
import { isInUse, removeDemo } from './remove.ts';
import { seedDemoNetwork } from './seed.ts';
import { demoSites } from './sites.ts';

test('everything of the demo goes, everything else stays, and it does not come back', async () => {
  const db = await testDatabase();
  await db.run(sql`insert into instance (demo) values (true)`);
  await seedDemoNetwork(db);
  await seedDemoArticles(db);
  expect(await db.rows(sql`select 1 from article_type`)).not.toEqual([]);
  expect(await db.rows(sql`select 1 from assessment`)).not.toEqual([]);
  expect(await db.rows(sql`select 1 from meeting_room`)).not.toEqual([]);
  await db.run(sql`insert into site (mn, site_name) values ('OWN', '自建站')`);
  const sites = await db.rows<{ site_id: number; demo: boolean }>(sql`select site_id, demo from site`);
  const received_at = new Date('2026-11-15T02:00:00Z');
  const rowOf = (site_id: number, data_type: ReadingRow['data_type']): ReadingRow => ({
    site_id,
    data_type,
    ts: new Date('2026-11-14T16:00:00Z'),
    fids: [1, 2],
    avg: [1, 2],
    origin: 'l',
  });
  const series = postgresStore(db);
  for (const again of [1, 2]) {
    await series.append({
      readings: sites.flatMap(({ site_id }) => [
        { ...rowOf(site_id, 'hour'), avg: [again, 2] },
        rowOf(site_id, 'day'),
        rowOf(site_id, 'realtime'),
      ]),
      packets: sites.map(({ site_id }) => ({
        received_at,
        outgoing: false,
        site_id,
        mn: 'M',
        st: '22',
        cn: '2061',
        qn: '',
        verdict: 'ok',
        deviations: [],
        raw: Uint8Array.of(35, 35),
        remote: '127.0.0.1:1',
      })),
    });
  }
  const own = sites.find(({ demo }) => !demo)?.site_id;
  const told: number[] = [];
  const removed = await removeDemo(db, series, (done, total) => told.push(done / total));
  expect(removed).toBe(demoSites.length);
  expect(told).toEqual(told.toSorted((a, b) => a - b));
  expect(told.at(-1)).toBe(1);
  const site_ids = sites.map(({ site_id }) => site_id);
  const span = { from: new Date('2026-11-01T00:00:00Z'), to: new Date('2026-12-01T00:00:00Z') };
  for (const data_type of ['realtime', 'hour', 'day'] as const) {
    expect([...(await series.countBySite({ data_type, site_ids, ...span })).keys()]).toEqual([own]);
  }
  const frames = await series.packets({ site_ids, ...span }, { limit: 1000 });
  expect(new Set(frames.map(({ site_id }) => site_id))).toEqual(new Set([own]));
  expect((await series.latest(site_ids)).map(({ site_id }) => site_id)).toEqual([own]);
  const [demo = 0] = site_ids.filter((site_id) => site_id !== own);
  const changes = { fid: 1, data_types: ['hour'] as const, limit: 10, ...span };
  expect(await series.revisions({ ...changes, site_id: demo })).toEqual([]);
  expect(await series.revisions({ ...changes, site_id: own ?? 0 })).toHaveLength(1);
  // The own hour and day; nothing of the demo is left to be summed.
  expect(await series.backlog()).toBe(2);
  const left = await db.rows(sql`
    select site_id from site union select site_id from forgotten_site union select site_id from device_factor
    union select site_id from user_site`);
  expect(left).toEqual([{ site_id: own }]);
  expect(await db.rows(sql`select 1 from project union all select 1 from product_line`)).toEqual([]);
  const learning = await db.rows(sql`
    select 1 from article union all select 1 from article_type union all select 1 from question
    union all select 1 from paper union all select 1 from assessment union all select 1 from certificate
    union all select 1 from meeting_room union all select 1 from department
    union all select 1 from user_group union all select 1 from work_order`);
  expect(learning).toEqual([]);
  expect(await seedDemoNetwork(db)).toBe(false);
  expect(await db.rows(sql`select 1 from site`)).toHaveLength(1);
});

test('a server at work is noticed', async () => {
  const { db } = await testApp();
  await expect.poll(() => isInUse(db), { timeout: 30_000 }).toBe(true);
  expect(await isInUse(await testDatabase())).toBe(false);
});

test('on the command line it starts the database that it needs, and asks first', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lanjing-test-remove-'));
  const { DATABASE_URL: _, ...env } = process.env;
  const command = (...args: string[]) =>
    promisify(execFile)(
      process.execPath,
      ['--import', 'tsx', join(projectRoot, 'tools/demo-remove.ts'), ...args],
      {
        cwd: projectRoot,
        env: { ...env, DATA_DIR: folder },
      },
    );
  try {
    await expect(command()).rejects.toMatchObject({ stderr: expect.stringContaining('--yes') });
    const { stdout } = await command('--yes');
    expect(stdout).toMatch(/^Taking the demo's data out … 0 %/);
    expect(stdout).toContain('0 demo stations and all their data are gone');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
