import type { AnswerOf } from '#shared/contract/define.ts';
import type { orderPlans } from '#shared/contract/work-orders/plans.ts';

/** Preventive maintenance plan. */
export type Plan = AnswerOf<typeof orderPlans.list>['data_info'][number];
