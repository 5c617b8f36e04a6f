import * as z from 'zod';
import { call, empty } from '#shared/contract/define.ts';
import { id, idOrIds, name, time } from '#shared/contract/fields.ts';
import { listing, resource } from '#shared/contract/resource.ts';
import { reportKinds } from '#shared/domain/report-period.ts';
import { isIsoDate } from '#shared/domain/validators.ts';
import { reportLayout } from './reports.ts';

const kind = z.enum(reportKinds);

/** Reports made on a schedule. Every user has their own. */
export const reportSchedules = resource({
  name: 'reportSchedules',
  table: 'report_schedule',
  path: '/monitor/form/schedule',
  id: 'schedule_id',
  needs: 'report',
  fields: {
    schedule_name: name(),
    kind: kind.default('day'),
    layout: reportLayout.default('sheets'),
    format: z.enum(['xlsx', 'csv']).default('xlsx'),
    language: z.enum(['zh', 'en']).default('zh'),
    /** Empty: all sites that the owner may see when the report is made. */
    site_ids: z.array(id).max(1000).default([]),
    /** Hours after the end of the period. */
    due_hours: z.int().min(0).max(72).default(8),
    /** Number of files to keep; the oldest are deleted. */
    keep_count: z.int().min(1).max(400).default(31),
    enabled: z.boolean().default(true),
  },
  search: ['schedule_name'],
  filters: { kind: kind.optional() },
});

/** Saved reports of the schedules. */
export const reportFiles = listing({
  name: 'reportFiles',
  path: '/monitor/form/file/data',
  needs: 'report.read',
  row: {
    report_file_id: id,
    file_name: z.string(),
    schedule_id: id,
    schedule_name: z.string(),
    kind,
    /** The start of the reported period. */
    period_from: time,
    made_at: time,
    size: z.int().nullable(),
    /** Failure reason, if there is no file. */
    fault: z.string().nullable(),
  },
  search: ['file_name', 'schedule_name'],
  filters: { kind: kind.optional(), schedule_id: id.optional() },
});

export const reportFileActions = {
  /** Makes the report of the period that contains the date, now. */
  make: call({
    path: '/monitor/form/schedule/make',
    needs: 'report.write',
    input: z.object({ schedule_id: id, date: z.string().refine(isIsoDate, 'bad_format') }),
    output: z.object({ job_id: id }),
  }),
  download: call({
    path: '/monitor/form/file/download',
    needs: 'report.read',
    input: z.object({ report_file_id: id }),
    output: z.object({ url: z.string() }),
  }),
  remove: call({
    path: '/monitor/form/file/delete',
    needs: 'report.write',
    writes: true,
    input: z.object({ report_file_id: idOrIds }),
    output: empty,
  }),
};
