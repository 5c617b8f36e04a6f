import * as z from 'zod';
import { call } from '#shared/contract/define.ts';
import { importCalls, importLook } from '#shared/contract/imports.ts';
import { settable } from './settable.ts';

const { template, preview } = importCalls('/monitor/kb/import', 'control.kb');

/** K and B from a spreadsheet: only checked row by row here; they are sent through `kb/set`. */
export const kbImport = {
  template,
  preview: call({
    path: preview.path,
    needs: preview.needs,
    input: preview.input,
    output: importLook.extend({
      /** The rows, if there are no problems. */
      items: z.array(z.object({ ...settable, wanted: z.object({ k: z.number(), b: z.number() }) })),
    }),
  }),
};
