import type { User } from '#server/app.ts';
import type { Db } from '#server/db/pool.ts';
import { json, type Sql, sql } from '#server/db/sql.ts';
import { scope } from '#server/scope.ts';
import type { ImportMapping } from '#shared/contract/history-import/history-import.ts';
import { type DetailName, Fault } from '#shared/faults.ts';

/** A running import without a queued or running job counts as stopped, because a cancelled job cannot report it. */
export const statusNow = sql`
  case when p.status = 'running'
        and not exists (select from job j where j.job_id = p.job_id and j.state in ('queued', 'running')) then 'stopped'
       else p.status end`;

export interface StoredImport {
  import_id: number;
  user_id: number | null;
  file_id: number;
  mapping: ImportMapping;
  judged_at: string;
  /** The last row processed, stored or skipped. */
  at_row: number;
  good: number;
  bad: number;
  written: number;
}

/** Users see their own imports; users who see all sites see all imports. */
export function visibleImports(user: User): Sql {
  return user.sees_all_sites ? sql`true` : sql`i.user_id = ${user.user_id}`;
}

export const importList = (user: User) => sql`
  select i.import_id, i.file_id, i.file_name, f.size, u.real_name as user_name, i.created_at, i.asked as stage, ${statusNow} as status, p.fault,
         p.share, p.good, p.bad, p.blank, p.problems, p.replacing, cardinality(p.site_ids) as site_count,
         (array(select site_id from unnest(p.site_ids) site_id where ${scope(user, sql`site_id`)}))[1:20] as site_ids,
         p.first_at, p.last_at, p.written, p.left_out, p.removed, p.restored, p.kept, p.traced, p.finished_at, p.undone_at
    from history_import i
    join history_import_progress p using (import_id)
    join file f using (file_id)
    left join user_account u on u.user_id = i.user_id
   where ${visibleImports(user)}`;

export async function storedImport(db: Db, import_id: number): Promise<StoredImport> {
  const found = await db.one<StoredImport>(sql`
    select i.import_id, i.user_id, i.file_id, i.mapping, p.judged_at, p.at_row, p.good, p.bad, p.written
      from history_import i join history_import_progress p using (import_id) where i.import_id = ${import_id}`);
  if (!found) throw new Fault('no_data');
  return found;
}

export async function addImport(
  db: Db,
  wanted: { user_id: number; file_id: number; file_name: string; mapping: ImportMapping },
  judged_at: Date,
): Promise<number> {
  const { user_id, file_id, file_name, mapping } = wanted;
  const row = await db.one<{ import_id: number }>(sql`
    insert into history_import (user_id, file_id, file_name, mapping)
    values (${user_id}, ${file_id}, ${file_name}, ${json(mapping)}) returning import_id`);
  if (!row) throw new Fault('add_failed');
  await db.run(sql`
    insert into history_import_progress (import_id, judged_at) values (${row.import_id}, ${judged_at})`);
  return row.import_id;
}

/** Which stage may start: the next one, or an interrupted one again. */
const mayBegin = {
  import: sql`
    (i.asked = 'check' and p.status = 'done') or (i.asked = 'import' and ${statusNow} in ('stopped', 'failed'))`,
  undo: sql`
    (i.asked = 'import' and ${statusNow} <> 'running' and p.traced)
    or (i.asked = 'undo' and ${statusNow} in ('stopped', 'failed'))`,
};

/** The user must see all affected sites, also if they saw them when importing. */
export async function requireImportSites(db: Db, user: User, import_id: number): Promise<void> {
  const unseen = await db.one(sql`
    select from history_import_progress p join site s on s.site_id = any(p.site_ids)
     where p.import_id = ${import_id} and not (${scope(user, sql`s.site_id`)}) limit 1`);
  if (unseen) throw new Fault('no_authority', { detail: 'import_sites_unseen' });
}

/** Starts the next stage with one atomic update, so that two users cannot both start it. */
export async function beginStage(
  db: Db,
  user: User,
  import_id: number,
  stage: keyof typeof mayBegin,
  leave_out_bad = false,
): Promise<void> {
  await requireImportSites(db, user, import_id);
  const begun = await db.one(sql`
    update history_import_progress p set status = 'running', job_id = null, fault = null, share = 0, traced = true
      from history_import i
     where p.import_id = ${import_id} and i.import_id = p.import_id and ${visibleImports(user)}
       and (${mayBegin[stage]})
    returning 1`);
  if (!begun) throw new Fault('processing_failed', { detail: await refusalOf(db, import_id, stage) });
  await db.run(sql`
    update history_import set asked = ${stage}, leave_out_bad = leave_out_bad or ${leave_out_bad}
     where import_id = ${import_id}`);
}

/** The reason why the stage cannot start. */
async function refusalOf(db: Db, import_id: number, stage: keyof typeof mayBegin): Promise<DetailName> {
  const found = await db.one<{ asked: string; status: string }>(sql`
    select i.asked, ${statusNow} as status from history_import i join history_import_progress p using (import_id)
     where i.import_id = ${import_id}`);
  if (found?.status === 'running') return 'import_running';
  if (found?.asked === 'undo') return 'import_undone';
  if (found?.asked === 'check') return stage === 'undo' ? 'import_not_begun' : 'import_unchecked';
  return stage === 'undo' ? 'import_untraced' : 'import_finished';
}

/** Only the current job may end the stage: a stopped job may notice that after its successor started. */
export async function endStage(
  db: Db,
  { import_id, job_id }: { import_id: number; job_id: number },
  status: 'done' | 'stopped' | 'failed',
  fault: string | null = null,
): Promise<void> {
  await db.run(sql`
    update history_import_progress p
       set status = ${status}, fault = ${fault},
           share = case when ${status} = 'done' then 1 else share end,
           finished_at = case when i.asked = 'import' then now() else finished_at end,
           undone_at = case when i.asked = 'undo' and ${status} = 'done' then now() else undone_at end,
           traced = traced and not (i.asked = 'undo' and ${status} = 'done')
      from history_import i
     where p.import_id = ${import_id} and i.import_id = p.import_id and p.job_id = ${job_id}
       and p.status = 'running'`);
}
