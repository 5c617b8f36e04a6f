import * as z from 'zod';
import { call, empty, listOf, paging } from '#shared/contract/define.ts';
import { id, text, time } from '#shared/contract/fields.ts';

export const jobState = z.enum(['queued', 'running', 'done', 'failed', 'cancelled']);

export const job = z.object({
  job_id: id,
  kind: z.string(),
  title: z.string(),
  state: jobState,
  done: z.int(),
  total: z.int().nullable(),
  fault: z.string().nullable(),
  /** A more specific failure message and its parameters. */
  fault_detail: z.string().nullable(),
  fault_params: z.record(z.string(), z.union([z.string(), z.number()])),
  file_name: z.string().nullable(),
  created_at: time,
  finished_at: time.nullable(),
});
export type Job = z.output<typeof job>;

export const jobs = {
  /** Starts an export of all matching rows; answers `no_data` immediately if there are none. */
  startExport: call({
    path: '/platform/export/start',
    needs: 'signed-in',
    input: z.object({
      listing: text(60),
      format: z.enum(['xlsx', 'csv']),
      language: z.enum(['zh', 'en']).default('zh'),
      columns: z.array(text(60)).min(1).max(200),
      query: z.record(z.string(), z.unknown()).default({}),
    }),
    output: z.object({ job_id: id }),
  }),
  /** The user's own jobs, newest first. */
  list: call({
    path: '/platform/job/data',
    needs: 'signed-in',
    input: z.object({ ...paging, job_id: id.optional() }),
    output: listOf(job),
  }),
  /** Progress of generating the demo's history; null if it is complete or there is no demo. */
  demoHistory: call({
    path: '/platform/demo/history',
    needs: 'signed-in',
    input: empty,
    output: z.object({ filling: z.object({ done: z.int(), total: z.int() }).nullable() }),
  }),
  cancel: call({
    path: '/platform/job/cancel',
    needs: 'signed-in',
    input: z.object({ job_id: id }),
    output: empty,
  }),
  /** A short-lived signed URL of the finished file. */
  download: call({
    path: '/platform/job/download',
    needs: 'signed-in',
    input: z.object({ job_id: id }),
    output: z.object({ url: z.string() }),
  }),
};
