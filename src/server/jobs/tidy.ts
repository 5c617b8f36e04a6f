import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from '#server/db/sql.ts';
import { filePath, lockContent, partPath } from '#server/files/store.ts';
import type { App } from '#server/http/ctx.ts';
import { repeat, SIX_HOURS_MS } from './repeat.ts';

const DAY_MS = 86_400_000;
const EXPORT_DAYS = 7;
const SESSION_DAYS = 30;
const UPLOAD_DAYS = 7;
/** A sender repeats a batch within hours; what was signed is stale after minutes. */
const BATCH_DAYS = 7;
const SETTLED_MS = 10 * 60_000;

/** Takes away what nobody will ask for again. Harmless to repeat, and to miss. */
export async function tidy(app: App): Promise<void> {
  const before = (days: number) => new Date(app.now().getTime() - days * DAY_MS);
  // Their refresh tokens go with the sessions.
  await app.pool.run(sql`delete from session where expires_at < ${before(SESSION_DAYS)}`);
  const { message_days } = await app.settings.read();
  await app.pool.run(sql`
    delete from message where created_at < ${before(message_days)} and state <> 'queued'`);
  await app.pool.run(sql`delete from sms_code where expires_at < ${before(1)}`);
  // One that was stored for a form which was never saved, or that has been replaced.
  await app.pool.run(sql`
    delete from picture p where created_at < ${before(1)}
       and not exists (select 1 from theme where logo like '%' || p.sha256)
       and not exists (select 1 from user_account where avatar like '%' || p.sha256)`);
  await app.pool.run(sql`
    delete from job where created_at < ${before(EXPORT_DAYS)} and state not in ('queued', 'running')`);
  await removeFiles(join(app.config.dataDir, 'exports'), before(EXPORT_DAYS));
  await removeStrayReports(app);
  await forgetSites(app);
  await app.pool.run(sql`delete from push_batch where received_at < ${before(BATCH_DAYS)}`);
  await app.pool.run(sql`delete from file_upload where updated_at < ${before(UPLOAD_DAYS)}`);
  await app.pool.run(sql`
    delete from file f where purpose = 'app' and created_at < ${before(1)}
       and not exists (select from app_file a where a.file_id = f.file_id)`);
  await removeParts(app, before(1));
  await removeContents(app);
}

/** Bytes of uploads that are finished, given up or forgotten. */
async function removeParts(app: App, before: Date): Promise<void> {
  const names = await readdir(join(app.config.dataDir, 'uploads')).catch(() => []);
  const wanted = await app.pool.rows<{ upload_id: string }>(sql`select upload_id from file_upload`);
  const kept = new Set(wanted.map(({ upload_id }) => upload_id));
  for (const name of names.filter((name) => !kept.has(name))) {
    const path = partPath(app, name);
    const { mtime } = await stat(path);
    if (mtime < before) await rm(path, { force: true });
  }
}

/** What is in no file any more. */
async function removeContents(app: App): Promise<void> {
  const names = await readdir(join(app.config.dataDir, 'files')).catch(() => []);
  const unused = await app.pool.rows<{ sha256: string }>(sql`
    select sha256 from unnest(${names}::text[]) sha256 except select sha256 from file`);
  for (const { sha256 } of unused) {
    await app.pool.tx({}, async (db) => {
      await lockContent(db, sha256);
      const used = await db.one(sql`select from file where sha256 = ${sha256} limit 1`);
      if (!used) await rm(filePath(app, sha256), { force: true });
    });
  }
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
