import * as z from 'zod';
import { call } from './define.ts';
import { id } from './fields.ts';

/** One line of an import file as it was read, with its problems. Row 1 is the heading. */
export const importRow = z.object({
  row: z.int(),
  values: z.record(z.string(), z.string()),
  problems: z.array(
    z.object({
      field: z.string(),
      problem: z.string(),
      params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
      /** The result code that a form would get, if the field has its own. */
      code: z.int().optional(),
    }),
  ),
  /** Hints on valid fields: `lists.import_note_…` in the words. */
  notes: z.array(z.object({ field: z.string(), note: z.string() })).optional(),
  /** For imports that update stored rows: the effect on the row, and the previous values. */
  becomes: z.enum(['added', 'changed', 'unchanged']).optional(),
  changes: z
    .array(z.object({ field: z.string(), was: z.union([z.string(), z.number(), z.boolean()]).nullable() }))
    .optional(),
});
export type ImportRow = z.output<typeof importRow>;

/** A column that is not read: somebody's note, or a mistyped heading. */
export const unreadColumn = z.object({
  /** 1-based. */
  column: z.int(),
  heading: z.string(),
  /** The field with a similar heading. */
  meant: z.string().optional(),
});
export type UnreadColumn = z.output<typeof unreadColumn>;

/** Preview of a file. */
export const importLook = z.object({
  rows: z.array(importRow),
  total: z.int(),
  bad: z.int(),
  unread: z.array(unreadColumn),
  /** Hash of the preview; the run is refused if the result would be different. */
  basis: z.string().optional(),
});

/** The three calls of an import: template, preview without storing, and run, which stores all rows or none. */
export function importCalls(path: string, needs: string) {
  return {
    template: call({
      path: `${path}/template`,
      needs,
      input: z.object({ language: z.enum(['zh', 'en']).default('zh') }),
      output: z.object({ url: z.string() }),
    }),
    preview: call({
      path: `${path}/preview`,
      needs,
      input: z.object({ file_id: id }),
      output: importLook,
    }),
    run: call({
      path,
      needs,
      writes: true,
      input: z.object({
        file_id: id,
        basis: z.string().optional(),
        /** Skips invalid rows instead of refusing the whole file. Not supported by every import. */
        leave_bad: z.boolean().optional(),
      }),
      output: z.object({ added: z.int(), changed: z.int().optional(), unchanged: z.int().optional() }),
    }),
  };
}
