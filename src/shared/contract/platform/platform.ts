import * as z from 'zod';
import { call, empty, listOf, paging } from '#shared/contract/define.ts';
import { id, text, time } from '#shared/contract/fields.ts';
import { listing } from '#shared/contract/resource.ts';

export const auditAction = z.enum(['insert', 'update', 'delete', 'sign_in', 'sign_in_refused', 'sign_out']);

/** Every write to a configuration table, taken down by the database itself (see migrations). */
export const audit = listing({
  name: 'audit',
  path: '/platform/audit/data',
  needs: 'audit.read',
  row: {
    audit_id: id,
    at: time,
    account: z.string().nullable(),
    real_name: z.string().nullable(),
    ip: z.string().nullable(),
    call: z.string().nullable(),
    entity: z.string(),
    entity_id: z.string().nullable(),
    /** What the row is or was called, where rows of its kind have names. */
    entity_name: z.string().nullable(),
    entity_name_en: z.string().nullable(),
    action: auditAction,
    before: z.record(z.string(), z.unknown()).nullable(),
    after: z.record(z.string(), z.unknown()).nullable(),
    request_id: z.string().nullable(),
  },
  search: ['account', 'real_name', 'entity_id', 'ip', 'request_id'],
  // Names are looked up entry by entry, and there are many entries.
  sortable: ['audit_id', 'at', 'account', 'real_name', 'ip', 'call', 'entity', 'entity_id', 'action'],
  filters: {
    entity: text(60).optional(),
    entity_id: text(60).optional(),
    action: auditAction.optional(),
    account: text(64).optional(),
    at_from: time.optional(),
    at_to: time.optional(),
  },
});

export const jobState = z.enum(['queued', 'running', 'done', 'failed', 'cancelled']);

export const job = z.object({
  job_id: id,
  kind: z.string(),
  title: z.string(),
  state: jobState,
  done: z.int(),
  total: z.int().nullable(),
  fault: z.string().nullable(),
  file_name: z.string().nullable(),
  created_at: time,
  finished_at: time.nullable(),
});
export type Job = z.output<typeof job>;

export const jobs = {
  /** Starts an export of all rows that match; answers `no_data` at once when there are none. */
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
  /** One's own jobs, newest first. */
  list: call({
    path: '/platform/job/data',
    needs: 'signed-in',
    input: z.object({ ...paging, job_id: id.optional() }),
    output: listOf(job),
  }),
  /** How far the demo's past is filled in; null when it is, or where there is no demo. */
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
  /** A short-lived signed address of the finished file. */
  download: call({
    path: '/platform/job/download',
    needs: 'signed-in',
    input: z.object({ job_id: id }),
    output: z.object({ url: z.string() }),
  }),
};

export const maps = {
  /** Tiles to draw in place of the bundled map; null where none are configured. */
  provider: call({
    path: '/platform/map/provider',
    needs: 'signed-in',
    input: empty,
    output: z.object({
      provider: z
        .object({
          id: z.string(),
          tiles: z.object({
            general: z.array(z.string()),
            satellite: z.array(z.string()).optional(),
            dark: z.array(z.string()).optional(),
          }),
          hosts: z.array(z.string()).optional(),
          key: z.string().optional(),
          max_zoom: z.int(),
          attribution: z.string(),
        })
        .nullable(),
    }),
  }),
};
