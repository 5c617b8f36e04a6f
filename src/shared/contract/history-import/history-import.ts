import * as z from 'zod';
import { call, empty } from '#shared/contract/define.ts';
import { id, text, time } from '#shared/contract/fields.ts';
import { dataType, factorColumn } from '#shared/contract/readings/readings.ts';
import { listing } from '#shared/contract/resource.ts';
import { fileParts } from '#shared/domain/file-columns.ts';

export const columnRole = z.union([
  z.object({ as: z.enum(['time', 'site', 'data_type', 'ignored']) }),
  z.object({ as: z.literal('value'), component_id: id, part: z.enum(fileParts) }),
]);

/** How to interpret a file. */
export const importMapping = z.object({
  /** Of a workbook; absent: the first. */
  sheet: text(100).optional(),
  heading_row: z.int().min(1).max(20),
  /** Whether times label the start or the end of periods. */
  label: z.enum(['start', 'end']),
  /** For all rows, if no column contains it. */
  site_id: id.optional(),
  data_type: dataType.optional(),
  /** One for each column of the file. */
  columns: z.array(columnRole).min(1, 'required').max(2000),
});
export type ImportMapping = z.output<typeof importMapping>;
export type MappedRole = ImportMapping['columns'][number];

/** A problem of one cell or of a whole row. Row numbers are those of the file. */
export const rowProblem = z.object({
  row: z.int(),
  /** The column's heading. */
  column: z.string(),
  value: z.string(),
  /** A word key under `problems`. */
  problem: z.string(),
});
export type RowProblem = z.output<typeof rowProblem>;

const importFactor = factorColumn.extend({
  component_key: z.string(),
  category: z.string(),
  code_2017: z.string().nullable(),
  code_2005: z.string().nullable(),
});
export type ImportFactor = z.output<typeof importFactor>;

const figure = z.number().nullable();
const previewValue = z.object({
  component_id: id,
  avg: figure,
  min: figure,
  max: figure,
  cou: figure,
  zs: figure,
  raw: figure,
  flag: z.string(),
});
export type PreviewValue = z.output<typeof previewValue>;

const previewRow = z.object({
  row: z.int(),
  site_name: z.string(),
  data_type: dataType.nullable(),
  /** The period's start. */
  ts: time.nullable(),
  values: z.array(previewValue),
  problems: z.array(rowProblem),
});
export type PreviewRow = z.output<typeof previewRow>;

/** The current step and its status. */
export const importStage = z.enum(['check', 'import', 'undo']);
export const importStatus = z.enum(['running', 'done', 'stopped', 'failed']);

const importRow = {
  import_id: id,
  file_id: id,
  file_name: z.string(),
  size: z.int(),
  user_name: z.string().nullable(),
  created_at: time,
  stage: importStage,
  status: importStatus,
  fault: z.string().nullable(),
  /** Progress of the current step, from 0 to 1. */
  share: z.number(),
  good: z.int(),
  bad: z.int(),
  /** Rows without any value. */
  blank: z.int(),
  problems: z.int(),
  /** Rows that differ from stored values. */
  replacing: z.int(),
  site_count: z.int(),
  /** The first sites. */
  site_ids: z.array(id),
  first_at: time.nullable(),
  last_at: time.nullable(),
  written: z.int(),
  left_out: z.int(),
  removed: z.int(),
  restored: z.int(),
  /** Values that have changed since the import and were not restored by undoing it. */
  kept: z.int(),
  traced: z.boolean(),
  finished_at: time.nullable(),
  undone_at: time.nullable(),
};
export const historyImport = z.object(importRow);
export type HistoryImport = z.output<typeof historyImport>;

const needs = 'reading.import';
const path = '/monitor/point/data/import';

/** The user's own imports; users who see all sites see all imports. */
export const historyImports = listing({
  name: 'historyImports',
  path: `${path}/data`,
  needs,
  row: importRow,
  search: ['file_name', 'user_name'],
  filters: {
    import_id: id.optional(),
    stage: importStage.optional(),
    created_at_from: time.optional(),
    created_at_to: time.optional(),
  },
});

const oneImport = z.object({ import_id: id });

/** Importing measurements: open a file, map columns, check all rows, import, and undo. */
export const historyImportCalls = {
  /** A sample file with known headings and some example rows. */
  template: call({
    path: `${path}/template`,
    needs,
    input: z.object({ language: z.enum(['zh', 'en']).default('zh') }),
    output: z.object({ url: z.string() }),
  }),
  /** The first lines of an uploaded file, and a guess of its columns. */
  open: call({
    path: `${path}/open`,
    needs,
    input: z.object({
      file_id: id,
      /** An earlier import whose column mapping is used. */
      like: id.optional(),
      sheet: text(100).optional(),
      heading_row: z.int().min(1).max(20).optional(),
    }),
    output: z.object({
      file_name: z.string(),
      size: z.int(),
      encoding: z.string().optional(),
      delimiter: z.string().optional(),
      sheets: z.array(z.string()),
      lines: z.array(z.object({ row: z.int(), cells: z.array(z.string()) })),
      mapping: importMapping,
      factors: z.array(importFactor),
    }),
  }),
  /** The first rows as they would be stored. */
  preview: call({
    path: `${path}/preview`,
    needs,
    input: z.object({ file_id: id, mapping: importMapping }),
    output: z.object({ rows: z.array(previewRow) }),
  }),
  /** Checks every row of the file without storing anything. */
  check: call({
    path: `${path}/check`,
    needs,
    input: z.object({ file_id: id, mapping: importMapping }),
    output: z.object({ import_id: id }),
  }),
  /** Imports a checked file, or resumes the import. With bad rows only if they are to be skipped. */
  run: call({
    path: `${path}/run`,
    needs,
    input: z.object({ import_id: id, leave_out_bad: z.boolean().default(false) }),
    output: empty,
  }),
  /** Restores the previous values, or resumes doing so. */
  undo: call({ path: `${path}/undo`, needs, input: oneImport, output: empty }),
  /** Stops the current step. */
  stop: call({ path: `${path}/stop`, needs, input: oneImport, output: empty }),
  /** Removes an import from the list if none of its values is stored. */
  remove: call({ path: `${path}/delete`, needs, writes: true, input: oneImport, output: empty }),
  /** The first problems; all of them can be exported as the table `historyImportProblems`. */
  problems: call({
    path: `${path}/problems`,
    needs,
    input: oneImport,
    output: z.object({ data_info: z.array(rowProblem), total: z.int() }),
  }),
};

/** Selects measurements for an export in import format: values as received, not aggregated. */
export const importFormQuestion = z.object({
  site_ids: z.array(id).min(1).max(5000).optional(),
  mns: z.array(z.string()).max(5000).optional(),
  /** Absent: all factors of these sites. */
  component_ids: z.array(id).min(1, 'required').max(200).optional(),
  data_type: dataType,
  from: time,
  /** Exclusive. */
  to: time,
});
