import * as z from 'zod';
import { call, empty, listOf, paging } from '#shared/contract/define.ts';
import { id, time } from '#shared/contract/fields.ts';

/** Scheduled maintenance jobs. */
export const upkeepJob = z.enum(['retention', 'tidying', 'deleted_sites']);
export type UpkeepJob = z.output<typeof upkeepJob>;

/** Deletions by one part of a run. */
const upkeepPart = z.object({
  part: z.string(),
  rows: z.int(),
  /** Whether `rows` is an estimate of the database: large parts are not counted. */
  about: z.boolean(),
  files: z.int(),
  /** Disk space that was freed. Single deleted rows free none: the database reuses their space. */
  bytes: z.int(),
  /** A word key under `upkeep.failure_…`, or the text of an error. */
  failure: z.string().nullable(),
});
export type UpkeepPart = z.output<typeof upkeepPart>;

const upkeepRun = z.object({
  run_id: id,
  started_at: time,
  finished_at: time.nullable(),
  /** Stopped: the server ended during the run, at an unknown time. */
  outcome: z.enum(['running', 'done', 'failed', 'stopped']),
  parts: z.array(upkeepPart),
  /** Who started it manually; null if it was scheduled. */
  asked_by: z.string().nullable(),
});
export type UpkeepRun = z.output<typeof upkeepRun>;

const upkeepState = z.object({
  job: upkeepJob,
  /** The newest run, which may still be running. */
  last: upkeepRun.nullable(),
  succeeded_at: time.nullable(),
  /** Failed runs since then. */
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
  /** Starts a run without waiting for its end; refused while one is running. */
  run: call({
    path: '/platform/upkeep/run',
    needs: 'platform.write',
    input: z.object({ job: upkeepJob }),
    output: z.object({ run_id: id }),
  }),
};
