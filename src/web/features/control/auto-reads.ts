import { autoResupply, resupplyGaps, resupplyRuns } from '#shared/contract/control/auto-resupply.ts';
import type { AnswerOf } from '#shared/contract/define.ts';

export type AutoDevice = AnswerOf<typeof autoResupply.list>['data_info'][number];

/** What automatic resupply changes in what is shown. */
export const autoReads = [autoResupply.list, resupplyRuns.list, resupplyGaps.list];
