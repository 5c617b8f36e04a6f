import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from '#server/db/sql.ts';
import type { App } from '#server/http/ctx.ts';
import { repeat, SIX_HOURS_MS } from './repeat.ts';

const DAY_MS = 86_400_000;
const EXPORT_DAYS = 7;
const SESSION_DAYS = 30;
const SETTLED_MS = 10 * 60_000;

/** Takes away what nobody will ask for again. Harmless to repeat, and to miss. */
export async function tidy(app: App): Promise<void> {
  const before = (days: number) => new Date(app.now().getTime() - days * DAY_MS);
  // Their refresh tokens go with the sessions.
  await app.pool.run(sql`delete from session where expires_at < ${before(SESSION_DAYS)}`);
  await app.pool.run(sql`delete from sms_code where expires_at < ${before(1)}`);
  await app.pool.run(sql`
    delete from job where created_at < ${before(EXPORT_DAYS)} and state not in ('queued', 'running')`);
  await removeFiles(join(app.config.dataDir, 'exports'), before(EXPORT_DAYS));
  await removeStrayReports(app);
  await forgetSites(app);
}

/** Files of reports whose schedule, or whose owner, is gone. */
async function removeStrayReports({ pool, config }: App): Promise<void> {
  const folder = join(config.dataDir, 'reports');
  const names = await readdir(folder).catch(() => []);
  const kept = await pool.rows<{ file_path: string }>(
    sql`select file_path from report_file where file_path is not null`,
  );
  const paths = new Set(kept.map(({ file_path }) => join(config.dataDir, file_path)));
  for (const path of names.map((name) => join(folder, name))) {
    // One that is just being written has no row yet.
    const { mtime } = await stat(path);
    if (!paths.has(path) && Date.now() - mtime.getTime() > SETTLED_MS) await rm(path, { force: true });
  }
}

/** What deleted sites measured. They are left alone for a while: what was on its way in may still be written. */
async function forgetSites({ pool, series, now }: App): Promise<void> {
  const settled = new Date(now().getTime() - SETTLED_MS);
  const gone = await pool.rows<{ site_id: number }>(sql`
    select site_id from forgotten_site where deleted_at < ${settled} order by deleted_at`);
  for (const { site_id } of gone) {
    await series.removeSite(site_id);
    await pool.run(sql`delete from device_log where site_id = ${site_id}`);
    await pool.run(sql`delete from forgotten_site where site_id = ${site_id}`);
  }
}

async function removeFiles(folder: string, before: Date): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const path = join(folder, name);
    const { mtime } = await stat(path);
    if (mtime < before) await rm(path, { force: true });
  }
}

export function startTidying(app: App): { stop(): Promise<void> } {
  return repeat(SIX_HOURS_MS, () => tidy(app), app.log, 'could not tidy');
}
