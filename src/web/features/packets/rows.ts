import type { AnswerOf } from '#shared/contract/define.ts';
import type { packets } from '#shared/contract/packets/packets.ts';
import type { unregistered } from '#shared/contract/packets/unregistered.ts';

export type PacketRow = AnswerOf<typeof packets.list>['data_info'][number];
export type UnregisteredDevice = AnswerOf<typeof unregistered.list>['data_info'][number];
