import { autoResupply, resupplyGaps, resupplyRuns } from '#shared/contract/control/auto-resupply.ts';
import type { AnswerOf } from '#shared/contract/define.ts';

export type AutoDevice = AnswerOf<typeof autoResupply.list>['data_info'][number];

/** Cached calls to refresh after a change of automatic resupply. */
export const autoReads = [autoResupply.list, resupplyRuns.list, resupplyGaps.list];
