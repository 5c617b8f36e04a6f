import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { clearBroken, traceOf } from '#server/corrections/held.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { filePath, lockContent, partPath } from '#server/files/store.ts';
import { pictureFolder } from '#shared/contract/platform/pictures.ts';
import { REFUSED_PHOTO_DAYS } from '#shared/contract/work-orders/requests.ts';
import { DAY_MS, MINUTE_MS } from '#shared/domain/time-units.ts';
import { SIX_HOURS_MS } from './repeat.ts';
import type { Removed, Upkeep, UpkeepApp, UpkeepWork } from './upkeep.ts';

const EXPORT_DAYS = 7;
const SESSION_DAYS = 30;
/** Longer than any lock of sign-in and the memory of failed attempts (`try-rules.ts`). */
const TRY_DAYS = 3;
const DEVICE_DAYS = 180;
const UPLOAD_DAYS = 7;
/** How long an import or a time correction can be undone. */
const TRACE_DAYS = 90;
/** Senders repeat a batch within hours; signed requests expire after minutes. */
const BATCH_DAYS = 7;
/** Longer than the longest window in which gaps are looked for. */
const RESUPPLY_DAYS = 180;
const SETTLED_MS = 10 * MINUTE_MS;

type Tell = (removed: Removed) => void;

function daysAgo({ now }: UpkeepApp, days: number): Date {
  return new Date(now().getTime() - days * DAY_MS);
}

async function deleteRows({ pool }: UpkeepApp, tell: Tell, statement: Sql): Promise<void> {
  tell({ rows: await pool.run(statement) });
}

/** Expired sessions; their refresh tokens are deleted with them. */
const sessions: UpkeepWork = async (app, tell) => {
  await deleteRows(app, tell, sql`delete from session where expires_at < ${daysAgo(app, SESSION_DAYS)}`);
  await deleteRows(app, tell, sql`delete from sms_code where expires_at < ${daysAgo(app, 1)}`);
  await deleteRows(app, tell, sql`delete from code_quota where day < ${daysAgo(app, 2)}::date`);
  await deleteRows(app, tell, sql`delete from sign_in_try where last_at < ${daysAgo(app, TRY_DAYS)}`);
  await deleteRows(app, tell, sql`delete from known_device where seen_at < ${daysAgo(app, DEVICE_DAYS)}`);
};

const messages: UpkeepWork = async (app, tell) => {
  const { message_days } = await app.settings.read();
  await deleteRows(
    app,
    tell,
    // Messages of alarms that are still open are kept: their recipients must be told of the recovery.
    sql`delete from message m
         where created_at < ${daysAgo(app, message_days)} and state <> 'queued'
           and not exists (select from alarm_told t join alarm a using (alarm_id)
                            where t.message_id = m.message_id and a.ended_at is null)`,
  );
};

const finishedExports: UpkeepWork = async (app, tell) => {
  const before = daysAgo(app, EXPORT_DAYS);
  await deleteRows(
    app,
    tell,
    sql`delete from job where created_at < ${before} and state not in ('queued', 'running')`,
  );
  const folder = join(app.config.filesDir, 'exports');
  for (const name of await namesIn(folder)) await removeOld(join(folder, name), before, tell);
};

/** Files of reports whose schedule or owner was deleted. */
const reports: UpkeepWork = async ({ pool, config }, tell) => {
  const folder = join(config.filesDir, 'reports');
  const names = await namesIn(folder);
  const kept = await pool.rows<{ file_path: string }>(
    sql`select file_path from report_file where file_path is not null`,
  );
  const paths = new Set(kept.map(({ file_path }) => join(config.filesDir, file_path)));
  // A file that is just being written has no row yet.
  const settled = new Date(Date.now() - SETTLED_MS);
  for (const path of names.map((name) => join(folder, name))) {
    if (!paths.has(path)) await removeOld(path, settled, tell);
  }
};

/** Unfinished uploads, and the bytes of uploads that are finished, cancelled or expired. */
const uploads: UpkeepWork = async (app, tell) => {
  await deleteRows(app, tell, sql`delete from file_upload where updated_at < ${daysAgo(app, UPLOAD_DAYS)}`);
  const names = await namesIn(join(app.config.filesDir, 'uploads'));
  const wanted = await app.pool.rows<{ upload_id: string }>(sql`select upload_id from file_upload`);
  const kept = new Set(wanted.map(({ upload_id }) => upload_id));
  for (const name of names.filter((name) => !kept.has(name))) {
    await removeOld(partPath(app, name), daysAgo(app, 1), tell);
  }
};

/** Receipts of pushed batches, once a repetition is no longer possible. */
const batches: UpkeepWork = (app, tell) =>
  deleteRows(app, tell, sql`delete from push_batch where received_at < ${daysAgo(app, BATCH_DAYS)}`);

/** Old records of automatic resupply. */
const resupply: UpkeepWork = async (app, tell) => {
  const before = daysAgo(app, RESUPPLY_DAYS);
  await deleteRows(app, tell, sql`delete from resupply_gap where ended_at < ${before}`);
  await deleteRows(app, tell, sql`delete from resupply_run where at < ${before}`);
};

/** Every text that can contain the address of a picture. */
const picturesShown = sql`
  select found[1] as sha256
    from (select logo as shown from theme
          union all select avatar from user_account
          union all select coalesce(platform_logo, '') || ' ' || coalesce(sign_in_picture, '') from platform_setting
          union all select content from article_revision
          union all select picture || ' ' || options::text from question
          union all select question::text from sitting_question) texts,
         regexp_matches(shown, ${`${pictureFolder}/([0-9a-f]{64})`}, 'g') as found`;

/** Pictures and programs that were uploaded for a form that was never saved, or that were replaced. */
const files: UpkeepWork = async (app, tell) => {
  await deleteRows(
    app,
    tell,
    sql`delete from picture p where created_at < ${daysAgo(app, 1)}
           and p.sha256 not in (${picturesShown})`,
  );
  await deleteRows(
    app,
    tell,
    sql`delete from file f where purpose = 'app' and created_at < ${daysAgo(app, 1)}
           and not exists (select from app_file a where a.file_id = f.file_id)`,
  );
  await removeContents(app, tell);
};

/** Deletes stored contents that no file uses any more. */
async function removeContents(app: UpkeepApp, tell: Tell): Promise<void> {
  const names = await namesIn(join(app.config.filesDir, 'files'));
  const unused = await app.pool.rows<{ sha256: string }>(sql`
    select sha256 from unnest(${names}::text[]) sha256 except select sha256 from file`);
  for (const { sha256 } of unused) {
    await app.pool.tx({}, async (db) => {
      await lockContent(db, sha256);
      const used = await db.one(sql`select from file where sha256 = ${sha256} limit 1`);
      if (!used) await removeFile(filePath(app, sha256), tell);
    });
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}

async function removeOld(path: string, before: Date, tell: Tell): Promise<void> {
  const { mtime } = await stat(path);
  if (mtime < before) await removeFile(path, tell);
}

async function removeFile(path: string, tell: Tell): Promise<void> {
  const { size } = await stat(path);
  await rm(path, { force: true });
  tell({ files: 1, bytes: size });
}

/** The values from before an import are kept for a limited time only: they take as much room as the import. */
const traces: UpkeepWork = async (app, tell) => {
  const old = await app.pool.rows<{ import_id: number }>(sql`
    select import_id from history_import_progress
     where traced and status <> 'running' and finished_at < ${daysAgo(app, TRACE_DAYS)}`);
  for (const { import_id } of old) {
    await app.pool.run(sql`update history_import_progress set traced = false where import_id = ${import_id}`);
    tell({ rows: await app.series.forgetTrace(import_id) });
  }
  await forgetCorrections(app, tell);
};

/** Corrections that broke off are undone first. Without its packets a correction cannot be undone later. */
async function forgetCorrections(app: UpkeepApp, tell: Tell): Promise<void> {
  await clearBroken(app, sql`taken_at < ${daysAgo(app, 1)}`);
  const old = await app.pool.rows<{ correction_id: number }>(sql`
    update held_correction c set traced = false
     where traced and state <> 'open'
       and (state = 'undone' or taken_at < ${daysAgo(app, TRACE_DAYS)}
            or packets > (select count(*) from held_packet h where h.correction_id = c.correction_id))
    returning correction_id`);
  for (const { correction_id } of old) {
    tell({ rows: await app.series.forgetTrace(traceOf(correction_id)) });
  }
}

/** Photos that were sent with a public report which was refused. The report itself stays. */
const reportPhotos: UpkeepWork = (app, tell) =>
  deleteRows(
    app,
    tell,
    sql`delete from order_request_photo p using order_request r
         where r.request_id = p.request_id and r.state = 'refused'
           and r.decided_at < ${daysAgo(app, REFUSED_PHOTO_DAYS)}`,
  );

/** Deletes what is no longer needed. */
export const tidying: Upkeep = {
  job: 'tidying',
  everyMs: SIX_HOURS_MS,
  parts: {
    sessions,
    messages,
    exports: finishedExports,
    reports,
    batches,
    resupply,
    traces,
    uploads,
    files,
    report_photos: reportPhotos,
  },
};
