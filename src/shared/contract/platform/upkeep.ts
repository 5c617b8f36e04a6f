import * as z from 'zod';
import { call, empty, listOf, paging } from '#shared/contract/define.ts';
import { id, time } from '#shared/contract/fields.ts';

/** Work that comes round by itself and keeps the platform in order. */
export const upkeepJob = z.enum(['retention', 'tidying', 'deleted_sites']);
export type UpkeepJob = z.output<typeof upkeepJob>;

/** What one part of a run took away. */
const upkeepPart = z.object({
  part: z.string(),
  rows: z.int(),
  /** What is large is not counted row by row: the database's own estimate is told. */
  about: z.boolean(),
  files: z.int(),
  /** What the disk got back. The room of single rows stays the database's, which puts new ones there. */
  bytes: z.int(),
  /** A key under `upkeep.failure_…` in the words, or what was said by whoever refused. */
  failure: z.string().nullable(),
});
export type UpkeepPart = z.output<typeof upkeepPart>;

const upkeepRun = z.object({
  run_id: id,
  started_at: time,
  finished_at: time.nullable(),
  /** Stopped: the server ended before it did, and nobody knows when. */
  outcome: z.enum(['running', 'done', 'failed', 'stopped']),
  parts: z.array(upkeepPart),
  /** Who did not wait for the clock. */
  asked_by: z.string().nullable(),
});
export type UpkeepRun = z.output<typeof upkeepRun>;

const upkeepState = z.object({
  job: upkeepJob,
  /** The newest, perhaps under way. */
  last: upkeepRun.nullable(),
  succeeded_at: time.nullable(),
  /** Runs without success since then. */
  failures: z.int(),
  next_at: time,
});
export type UpkeepState = z.output<typeof upkeepState>;

export const upkeep = {
  data: call({
    path: '/platform/upkeep/data',
    needs: 'platform.read',
    input: empty,
    output: listOf(upkeepState),
  }),
  /** Newest first. */
  runs: call({
    path: '/platform/upkeep/runs',
    needs: 'platform.read',
    input: z.object({ ...paging, job: upkeepJob }),
    output: listOf(upkeepRun),
  }),
  /** Begins one now and does not wait for its end; refused while it is under way. */
  run: call({
    path: '/platform/upkeep/run',
    needs: 'platform.write',
    input: z.object({ job: upkeepJob }),
    output: z.object({ run_id: id }),
  }),
};
