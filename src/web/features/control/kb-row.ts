import type { siteFit } from '#shared/contract/control/fit.ts';
import type { kbValues } from '#shared/contract/control/kb.ts';
import type { kbImport } from '#shared/contract/control/kb-import.ts';
import type { AnswerOf } from '#shared/contract/define.ts';

export type KbRow = AnswerOf<typeof kbValues.list>['data_info'][number];

/** A factor of a site with the K and B that it is to have. */
export type Settable = AnswerOf<typeof kbImport.preview>['items'][number];

export type FitRow = AnswerOf<typeof siteFit.batch>['data_info'][number];

/** To be changed by hand: from what the device holds. */
export const asItIs = (row: KbRow): Settable => ({ ...row, wanted: { k: row.k ?? 1, b: row.b ?? 0 } });
