import * as z from 'zod';
import { call } from './define.ts';
import { id } from './fields.ts';

/** One line of an import file as it was read, with what is wrong with it. Row 1 is the heading. */
export const importRow = z.object({
  row: z.int(),
  values: z.record(z.string(), z.string()),
  problems: z.array(
    z.object({
      field: z.string(),
      problem: z.string(),
      params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
      /** The result code that a form would get for it, where it has one of its own. */
      code: z.int().optional(),
    }),
  ),
  /** What becomes of a field though nothing is wrong with it: `lists.import_note_…` in the words. */
  notes: z.array(z.object({ field: z.string(), note: z.string() })).optional(),
  /** Where a row may meet one that is stored: what becomes of it, and what its fields were. */
  becomes: z.enum(['added', 'changed', 'unchanged']).optional(),
  changes: z
    .array(z.object({ field: z.string(), was: z.union([z.string(), z.number(), z.boolean()]).nullable() }))
    .optional(),
});
export type ImportRow = z.output<typeof importRow>;

/** A column that no field is read from: it may be somebody's own note, or a heading that was mistyped. */
export const unreadColumn = z.object({
  /** Counted from 1. */
  column: z.int(),
  heading: z.string(),
  /** The field that its heading is close to. */
  meant: z.string().optional(),
});
export type UnreadColumn = z.output<typeof unreadColumn>;

/** What was read of a file. */
export const importLook = z.object({
  rows: z.array(importRow),
  total: z.int(),
  bad: z.int(),
  unread: z.array(unreadColumn),
  /** What a run must find again: what was shown is what is stored. */
  basis: z.string().optional(),
});

/** The three steps of an import: a template, a look at the file that stores nothing, and all rows or none. */
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
        /** Rows that are wrong are left out, instead of refusing the whole file. Not every import knows it. */
        leave_bad: z.boolean().optional(),
      }),
      output: z.object({ added: z.int(), changed: z.int().optional(), unchanged: z.int().optional() }),
    }),
  };
}
