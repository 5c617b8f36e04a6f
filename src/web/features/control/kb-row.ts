import type { kbValues } from '#shared/contract/control/kb.ts';
import type { AnswerOf } from '#shared/contract/define.ts';

export type KbRow = AnswerOf<typeof kbValues.list>['data_info'][number];
