import * as z from 'zod';
import type { App, User } from '#server/app.ts';
import type { Db } from '#server/db/pool.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { userById } from '#server/http/auth.ts';
import { Cancelled, type Progress, type Worker } from '#server/jobs/runner.ts';
import { NEWS_REACH_MS } from '#server/series/news-reach.ts';
import type { ReadingRow } from '#server/series/store.ts';
import { tableLines } from '#server/tables/records.ts';
import {
  historyImports,
  importStage,
  type RowProblem,
} from '#shared/contract/history-import/history-import.ts';
import { may } from '#shared/domain/may.ts';
import { Fault, powerMissing } from '#shared/faults.ts';
import { endStage, requireImportSites, type StoredImport, storedImport } from './imports.ts';
import { openForm, ownFile } from './opened-file.ts';
import { writeProblems } from './problems.ts';
import { mappedFactors, type ReadLine, rowReader } from './row-reader.ts';
import { siteFinder } from './site-finder.ts';

export const importJob = z.object({ import_id: z.int(), stage: importStage });
export type ImportJob = z.output<typeof importJob>;

/** Checks, imports or undoes a file. An interrupted job continues after its last recorded step. */
export const historyImportWorker: Worker = async (app, job, progress) => {
  const { import_id, stage } = importJob.parse(job.params);
  const inHand = { import_id, job_id: job.job_id };
  try {
    await app.pool.run(sql`
      update history_import_progress set job_id = ${job.job_id} where import_id = ${import_id}`);
    const work = { ...(await storedImport(app.pool, import_id)), job_id: job.job_id, asker: job.user_id };
    if (stage === 'check') await checkFile(app, work, progress);
    else if (stage === 'import') await importFile(app, work, progress);
    else await undoImport(app, work, progress);
    await endStage(app.pool, inHand, 'done');
  } catch (error) {
    if (!(error instanceof Cancelled)) {
      await endStage(app.pool, inHand, 'failed', error instanceof Fault ? error.fault : 'processing_failed');
      throw error;
    }
    // After a server stop the job stays queued and resumes; after a user's stop it is gone.
    const left = await app.pool.one(
      sql`select from job where job_id = ${job.job_id} and state in ('queued', 'running')`,
    );
    if (!left) await endStage(app.pool, inHand, 'stopped');
    throw error;
  }
  return undefined;
};

interface Work extends StoredImport {
  job_id: number;
  /** The user who started this stage, who may differ from the importer. */
  asker: number;
}

/** Only the current job may record progress. */
async function note({ import_id, job_id }: Work, db: Db, change: Sql): Promise<void> {
  const noted = await db.run(sql`
    update history_import_progress set ${change}
     where import_id = ${import_id} and job_id = ${job_id} and status = 'running'`);
  if (noted === 0) throw new Cancelled();
}

/**
 * Stores one batch and records the progress. The row lock makes stopping or resuming wait for the step. If it fails
 * between the two, the batch is stored again, which is idempotent.
 */
function step(app: App, work: Work, act: () => Promise<Sql>): Promise<void> {
  return app.pool.tx({}, async (db) => {
    const { import_id, job_id } = work;
    const mine = await db.one(sql`
      select from history_import_progress
       where import_id = ${import_id} and job_id = ${job_id} and status = 'running' for update`);
    if (!mine) throw new Cancelled();
    await note(work, db, await act());
  });
}

/** Rows per step; other work runs between steps. */
const BATCH = 1000;

interface ReadBatch {
  read: ReadLine[];
  share: number;
}

/** The rows below the headings after row `after`, in batches, checked with the importer's permissions. */
async function* readFile(app: App, work: Work, after: number): AsyncGenerator<ReadBatch> {
  const { mapping, user_id, file_id } = work;
  const file = await ownFile(app, app.pool, user_id, file_id);
  const user = await whoMayImport(app, user_id ?? -1);
  const sites = await siteFinder(app.pool, user, mappedFactors(mapping));
  const form = await openForm(file, mapping.sheet);
  let readLine: ReturnType<typeof rowReader> | undefined;
  let read: ReadLine[] = [];
  for await (const { lines, share } of tableLines(file.path, form)) {
    for (const line of lines) {
      if (line.row === mapping.heading_row) {
        readLine = rowReader(mapping, line.cells, sites, new Date(work.judged_at));
      } else if (readLine && line.row > after) {
        read.push(readLine(line));
        if (read.length < BATCH) continue;
        yield { read, share };
        read = [];
      }
    }
  }
  yield { read, share: 1 };
}

/** Checked again, because the role may have changed since the request. */
async function whoMayImport({ pool }: App, user_id: number): Promise<User> {
  const user = await userById(pool, user_id);
  if (!may(user, historyImports.list.needs)) throw powerMissing(historyImports.list.needs);
  return user;
}

const rowsOf = (read: readonly ReadLine[]): ReadingRow[] => read.flatMap(({ reading }) => reading ?? []);
const isBad = ({ problems }: ReadLine) => problems.length > 0;

/** A check always starts at the first row: it stores nothing and is fast. */
async function checkFile(app: App, work: Work, progress: Progress): Promise<void> {
  await writeProblems(app, work.import_id, checked(app, work, progress));
}

async function* checked(app: App, work: Work, progress: Progress): AsyncGenerator<readonly RowProblem[]> {
  const sums = { good: 0, bad: 0, blank: 0, problems: 0, replacing: 0 };
  const sites = new Set<number>();
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for await (const { read, share } of readFile(app, work, 0)) {
    const rows = rowsOf(read);
    const bad = read.filter(isBad);
    const problems = bad.flatMap((line) => line.problems);
    sums.good += rows.length;
    sums.bad += bad.length;
    sums.blank += read.length - rows.length - bad.length;
    sums.problems += problems.length;
    sums.replacing += rows.length > 0 ? await app.series.countReplacing(rows) : 0;
    for (const { site_id, ts } of rows) {
      sites.add(site_id);
      first = Math.min(first, ts.getTime());
      last = Math.max(last, ts.getTime());
    }
    await progress.report(sums.good + sums.bad);
    const [first_at, last_at] = sites.size > 0 ? [new Date(first), new Date(last)] : [null, null];
    await note(
      work,
      app.pool,
      sql`
        share = ${share}, good = ${sums.good}, bad = ${sums.bad}, blank = ${sums.blank}, problems = ${sums.problems},
        replacing = ${sums.replacing}, site_ids = ${[...sites]}, first_at = ${first_at}, last_at = ${last_at}`,
    );
    yield problems;
  }
}

/** Older rows are not evaluated for alarms. */
function newsSince({ now }: App): Date {
  return new Date(now().getTime() - NEWS_REACH_MS);
}

async function importFile(app: App, work: Work, progress: Progress): Promise<void> {
  const total = Math.max(1, work.good + work.bad);
  let done = work.written;
  for await (const { read } of readFile(app, work, work.at_row)) {
    const at_row = read.at(-1)?.row;
    if (at_row === undefined) continue;
    const readings = rowsOf(read);
    const bad = read.filter(isBad).length;
    const site_ids = [...new Set(readings.map(({ site_id }) => site_id))];
    done += readings.length + bad;
    await step(app, work, async () => {
      await app.series.appendTraced({ trace_id: work.import_id, readings, news_since: newsSince(app) });
      return sql`
        at_row = ${at_row}, written = written + ${readings.length}, left_out = left_out + ${bad},
        site_ids = site_ids || array(select unnest(${site_ids}::integer[]) except select unnest(site_ids)),
        share = ${Math.min(1, done / total)}`;
    });
    await progress.report(done);
  }
}

async function undoImport(app: App, work: Work, progress: Progress): Promise<void> {
  const { import_id, written } = work;
  await requireImportSites(app.pool, await whoMayImport(app, work.asker), import_id);
  for (let isDone = false; !isDone; ) {
    let done = 0;
    await step(app, work, async () => {
      const taken = await app.series.takeBack(import_id, BATCH, newsSince(app));
      [isDone, done] = [taken.done, taken.rows];
      return sql`
        taken_back = ${taken.rows}, removed = ${taken.removed}, restored = ${taken.restored}, kept = ${taken.kept},
        share = ${Math.min(1, taken.rows / Math.max(1, written))}`;
    });
    await progress.report(done);
  }
}
