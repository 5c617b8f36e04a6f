import type { siteFit } from '#shared/contract/control/fit.ts';
import type { kbValues } from '#shared/contract/control/kb.ts';
import type { kbImport } from '#shared/contract/control/kb-import.ts';
import type { AnswerOf } from '#shared/contract/define.ts';

export type KbRow = AnswerOf<typeof kbValues.list>['data_info'][number];

/** A factor of a site with its K and B to set. */
export type Settable = AnswerOf<typeof kbImport.preview>['items'][number];

export type FitRow = AnswerOf<typeof siteFit.batch>['data_info'][number];

/** Initial values for manual changes: the device's current ones. */
export const asItIs = (row: KbRow): Settable => ({ ...row, wanted: { k: row.k ?? 1, b: row.b ?? 0 } });
