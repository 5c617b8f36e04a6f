import type { AnswerOf } from '#shared/contract/define.ts';
import type { orderTypes } from '#shared/contract/work-orders/types.ts';

export type OrderType = AnswerOf<typeof orderTypes.list>['data_info'][number];
