import type { Ctx } from '#server/app.ts';
import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { actorOf } from '#server/http/actor.ts';
import { handlers } from '#server/http/handlers.ts';
import { list } from '#server/http/list.ts';
import type { Route } from '#server/http/route.ts';
import { inReadingTurn } from '#server/tables/reading-line.ts';
import { tableLines } from '#server/tables/records.ts';
import {
  historyImportCalls,
  historyImports,
  type ImportMapping,
  type PreviewRow,
  type RowProblem,
} from '#shared/contract/history-import/history-import.ts';
import { Fault } from '#shared/faults.ts';
import { addImport, beginStage, importList, statusNow, visibleImports } from './imports.ts';
import {
  callBounds,
  firstLines,
  guessMapping,
  importFactors,
  LOOKED_THROUGH,
  openForm,
  ownFile,
} from './opened-file.ts';
import { previewOf } from './preview.ts';
import { readProblems, removeProblems } from './problems.ts';
import { mappedFactors, rowReader } from './row-reader.ts';
import { siteFinder } from './site-finder.ts';
import { importTemplate } from './template.ts';
import type { ImportJob } from './work.ts';

const PREVIEWED = 20;
const LISTED = 1000;

/** Creates the stage and its job in one transaction. */
async function begin(
  ctx: Ctx,
  title: string,
  stage: ImportJob['stage'],
  prepare: (db: Db) => Promise<number>,
): Promise<number> {
  const { jobs } = ctx;
  const { user_id } = ctx.user;
  const begun = await ctx.pool.tx(actorOf(ctx.origin, ctx.user), async (db) => {
    const import_id = await prepare(db);
    const params: ImportJob = { import_id, stage };
    const job_id = await jobs.reserve(db, { user_id, kind: 'history_import', title, params });
    await db.run(sql`update history_import_progress set job_id = ${job_id} where import_id = ${import_id}`);
    return import_id;
  });
  jobs.wake();
  return begun;
}

const actions = handlers(historyImportCalls, {
  template: (ctx, { language }) => importTemplate(ctx, language),

  open: inReadingTurn(async (ctx, { file_id, like, sheet, heading_row }) => {
    const file = await ownFile(ctx, ctx.db, ctx.user.user_id, file_id);
    const before = like === undefined ? undefined : await mappingOf(ctx, like, file_id);
    const bounds = callBounds();
    const form = await openForm(file, sheet ?? before?.sheet, bounds);
    const lines = await firstLines(file, form, bounds);
    const factors = await importFactors(ctx.db);
    const chosen = form.type === 'xlsx' ? { sheet: form.sheet } : {};
    return {
      file_name: file.file_name,
      size: file.size,
      ...(form.type === 'csv' && { encoding: form.encoding, delimiter: form.delimiter }),
      sheets: form.type === 'xlsx' ? form.sheets : [],
      lines,
      mapping: before ?? { ...guessMapping(lines, factors, heading_row), ...chosen },
      factors,
    };
  }),

  preview: inReadingTurn(async (ctx, { file_id, mapping }) => {
    await requireMapping(ctx, mapping);
    const file = await ownFile(ctx, ctx.db, ctx.user.user_id, file_id);
    const sites = await siteFinder(ctx.db, ctx.user, mappedFactors(mapping));
    const rows: PreviewRow[] = [];
    let readLine: ReturnType<typeof rowReader> | undefined;
    const bounds = callBounds();
    const form = await openForm(file, mapping.sheet, bounds);
    for await (const { lines, last } of tableLines(file.path, form, bounds)) {
      for (const line of lines) {
        if (line.row === mapping.heading_row) readLine = rowReader(mapping, line.cells, sites, ctx.now());
        else if (readLine && rows.length < PREVIEWED) rows.push(previewOf(readLine(line)));
      }
      if (rows.length >= PREVIEWED || last > LOOKED_THROUGH) break;
    }
    return { rows };
  }),

  check: async (ctx, { file_id, mapping }) => {
    await requireMapping(ctx, mapping);
    const { user } = ctx;
    const { file_name } = await ownFile(ctx, ctx.db, user.user_id, file_id);
    const wanted = { user_id: user.user_id, file_id, file_name, mapping };
    return { import_id: await begin(ctx, file_name, 'check', (db) => addImport(db, wanted, ctx.now())) };
  },

  run: async (ctx, { import_id, leave_out_bad }) => {
    const { file_name, good, bad } = await oneImport(ctx, import_id);
    await begin(ctx, file_name, 'import', async (db) => {
      await beginStage(db, ctx.user, import_id, 'import', leave_out_bad);
      // The counts are final: an import can start only after a complete check.
      if (good === 0) throw new Fault('no_data', { detail: 'import_nothing_good' });
      if (bad > 0 && !leave_out_bad) {
        throw new Fault('add_failed', { detail: 'import_has_errors', params: { count: bad } });
      }
      return import_id;
    });
    return {};
  },

  undo: async (ctx, { import_id }) => {
    const { file_name } = await oneImport(ctx, import_id);
    await begin(ctx, file_name, 'undo', async (db) => {
      await beginStage(db, ctx.user, import_id, 'undo');
      return import_id;
    });
    return {};
  },

  stop: async (ctx, { import_id }) => {
    await oneImport(ctx, import_id);
    await ctx.db.run(sql`
      update job set state = 'cancelled', finished_at = now()
       where state in ('queued', 'running')
         and job_id = (select job_id from history_import_progress where import_id = ${import_id})`);
    // A queued or lost job cannot report that it was stopped.
    await ctx.db.run(sql`
      update history_import_progress set status = 'stopped' where import_id = ${import_id} and status = 'running'`);
    return {};
  },

  remove: async (ctx, { import_id }) => {
    await oneImport(ctx, import_id);
    const gone = await ctx.db.run(sql`
      delete from history_import i using history_import_progress p
       where i.import_id = ${import_id} and p.import_id = i.import_id and ${statusNow} <> 'running'
         and (i.asked = 'check' or (i.asked = 'undo' and p.status = 'done'))`);
    if (gone === 0) throw new Fault('delete_failed', { detail: 'import_in_use' });
    await removeProblems(ctx, import_id);
    return {};
  },

  problems: async (ctx, { import_id }) => {
    const { problems: total } = await oneImport(ctx, import_id);
    const data_info: RowProblem[] = [];
    if (total === 0) return { data_info, total };
    for await (const problems of readProblems(ctx, import_id)) {
      data_info.push(...problems);
      if (data_info.length >= LISTED) break;
    }
    return { data_info: data_info.slice(0, LISTED), total };
  },
});

export const historyImportRoutes: readonly Route[] = [
  list(historyImports, { select: ({ user }) => importList(user), sort: sql`import_id desc` }),
  ...actions,
];

/** Users need to see the job to stop it. */
export async function oneImport({ db, user }: Ctx, import_id: number) {
  const found = await db.one<{ file_name: string; good: number; bad: number; problems: number }>(sql`
    select i.file_name, p.good, p.bad, p.problems
      from history_import i join history_import_progress p using (import_id)
     where i.import_id = ${import_id} and ${visibleImports(user)}`);
  if (!found) throw new Fault('no_data');
  return found;
}

/** The mapping of an earlier import of the same file. */
async function mappingOf({ db, user }: Ctx, import_id: number, file_id: number) {
  const found = await db.one<{ mapping: ImportMapping }>(sql`
    select i.mapping from history_import i
     where i.import_id = ${import_id} and i.file_id = ${file_id} and ${visibleImports(user)}`);
  return found?.mapping;
}

/** Rejects, per field, a mapping that cannot produce rows. */
async function requireMapping({ db, user }: Ctx, mapping: ImportMapping): Promise<void> {
  const count = (as: string) => mapping.columns.filter((role) => role.as === as).length;
  const fids = mappedFactors(mapping);
  const known = new Set((await importFactors(db)).map(({ component_id }) => component_id));
  const fields: { field: string; problem: string }[] = [];
  const say = (field: string, problem: string) => fields.push({ field, problem });
  if (count('time') !== 1) say('time', 'required');
  if (mapping.site_id === undefined && count('site') !== 1) say('site_id', 'required');
  if (mapping.data_type === undefined && count('data_type') !== 1) say('data_type', 'required');
  if (fids.length === 0) say('columns', 'required');
  if (fids.some((fid) => !known.has(fid))) say('columns', 'unknown_value');
  if (mapping.site_id !== undefined) {
    const found = (await siteFinder(db, user, [])).byId(mapping.site_id);
    if (!found) say('site_id', 'unknown_value');
  }
  if (fields.length > 0) throw new Fault('parameter_error', { fields });
}
