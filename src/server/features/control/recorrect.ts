import * as z from 'zod';
import type { DataType } from '#protocol/commands.ts';
import type { App } from '#server/app.ts';
import { correctionNewsSince } from '#server/corrections/held.ts';
import { sql } from '#server/db/sql.ts';
import { readCorrections } from '#server/ingest/corrections.ts';
import type { Progress, Worker } from '#server/jobs/runner.ts';
import type { SiteCorrections } from '#shared/domain/correction-versions.ts';
import { DAY_MS } from '#shared/domain/time-units.ts';
import { recorrected } from './recorrected.ts';

/**
 * Trace IDs below those of held packets. Each change has two: its own, and one for values that arrived until it was
 * undone.
 */
const FIRST_TRACE = 1_000_000_000;
export const traceOfChange = (change_id: number): number => -(FIRST_TRACE + 2 * change_id);

export const correctionJob = z.object({ change_id: z.int() });

interface Change {
  change_id: number;
  site_id: number;
  from_at: string;
  to_at: string | null;
  state: 'running' | 'done' | 'undoing' | 'undone';
}

/** Days per step; other work runs between steps. */
const STEPS: Record<DataType, number> = { realtime: 1, minute: 1, hour: 31, day: 366 };
const BATCH = 1000;

export function stepsOf(from: Date, to: Date): number {
  const days = Math.max(0, to.getTime() - from.getTime()) / DAY_MS;
  return Object.values(STEPS).reduce((sum, step) => sum + Math.max(1, Math.ceil(days / step)), 0);
}

/**
 * Corrects stored values again after a change of the platform's corrections, or undoes that. Both can be interrupted
 * and run again: they are idempotent.
 */
export const recorrectWorker: Worker = async (app, job, progress) => {
  const { change_id } = correctionJob.parse(job.params);
  const change = await app.pool.one<Change>(sql`
    select change_id, site_id, from_at, to_at, state from correction_change where change_id = ${change_id}`);
  if (change?.state === 'running') await carryOut(app, change, progress);
  else if (change?.state === 'undoing') await takeBack(app, change, progress);
  return undefined;
};

async function carryOut(app: App, change: Change, progress: Progress): Promise<void> {
  const row_count = await correctAnew(app, change, traceOfChange(change.change_id), progress);
  await app.pool.run(sql`
    update correction_change set state = 'done', row_count = ${row_count}
     where change_id = ${change.change_id} and state = 'running'`);
}

async function takeBack(app: App, change: Change, progress: Progress): Promise<void> {
  const { change_id } = change;
  const trace = traceOfChange(change_id);
  let kept = 0;
  for (;;) {
    const taken = await app.series.takeBack(trace, BATCH, correctionNewsSince(app.now()));
    kept = taken.kept;
    if (taken.done) break;
    await progress.report(0);
  }
  // Values that arrived since were corrected by the change too.
  await correctAnew(app, change, trace - 1, progress);
  for (const each of [trace, trace - 1]) await app.series.forgetTrace(each);
  await app.pool.run(sql`
    update correction_change set state = 'undone', kept = ${kept} where change_id = ${change_id} and state = 'undoing'`);
}

async function correctAnew(app: App, change: Change, trace_id: number, progress: Progress): Promise<number> {
  const { before, after } = await corrections(app, change);
  const [from, to] = [new Date(change.from_at), change.to_at ? new Date(change.to_at) : app.now()];
  let [rows, done] = [0, 0];
  for (const [data_type, days] of Object.entries(STEPS) as [DataType, number][]) {
    for (let at = from.getTime(); at < to.getTime(); at += days * DAY_MS) {
      const end = new Date(Math.min(to.getTime(), at + days * DAY_MS));
      const stored = await app.series.range({
        ...{ site_ids: [change.site_id], data_type, from: new Date(at), to: end },
      });
      const readings = stored.flatMap((row) => recorrected(data_type, row, before, after));
      for (let first = 0; first < readings.length; first += BATCH)
        await app.series.appendTraced({
          ...{ trace_id, readings: readings.slice(first, first + BATCH), reason: 'corrected' },
          news_since: correctionNewsSince(app.now()),
        });
      rows += readings.length;
      done += 1;
      await progress.report(done);
    }
  }
  return rows;
}

/** The corrections without and with the change; for an undo, the other way round. */
async function corrections({ pool }: App, { change_id, site_id, from_at, to_at }: Change) {
  const none: SiteCorrections = new Map();
  const read = async (which: ReturnType<typeof sql>) =>
    (await readCorrections(pool, sql`site_id = ${site_id} and (${which})`)).get(site_id) ?? none;
  const now = await read(sql`replaced_by is null`);
  const inSpan = sql`from_at >= ${from_at}::timestamptz and (${to_at}::timestamptz is null or from_at < ${to_at}::timestamptz)`;
  const touched = sql`component_id in (select component_id from correction_version where change_id = ${change_id})`;
  const before = await read(sql`
    (replaced_by is null and change_id is distinct from ${change_id}
      and not (${touched} and ${inSpan} and exists (select from correction_change c
                 where c.change_id = ${change_id} and c.state = 'undoing')))
    or (replaced_by = ${change_id})`);
  return { before, after: now };
}
