import type { AnswerOf } from '#shared/contract/define.ts';
import type { knocking } from '#shared/contract/knocking.ts';
import type { packets } from '#shared/contract/packets.ts';

export type PacketRow = AnswerOf<typeof packets.list>['data_info'][number];
export type Knocker = AnswerOf<typeof knocking.list>['data_info'][number];
