import * as z from 'zod';
import { call } from '#shared/contract/define.ts';
import { importCalls, importLook } from '#shared/contract/imports.ts';
import { settable } from './settable.ts';

const { template, preview } = importCalls('/monitor/kb/import', 'control.kb');

/** K and B from a spreadsheet: looked at row by row; what is sent then goes the way of any other (`kb/set`). */
export const kbImport = {
  template,
  preview: call({
    path: preview.path,
    needs: preview.needs,
    input: preview.input,
    output: importLook.extend({
      /** The rows, once nothing is wrong with any of them. */
      items: z.array(z.object({ ...settable, wanted: z.object({ k: z.number(), b: z.number() }) })),
    }),
  }),
};
