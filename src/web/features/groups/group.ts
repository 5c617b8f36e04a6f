import type { AnswerOf } from '#shared/contract/define.ts';
import type { groupMembers, userGroups } from '#shared/contract/groups/groups.ts';

export type Group = AnswerOf<typeof userGroups.list>['data_info'][number];
export type Member = AnswerOf<typeof groupMembers.ofGroup>['data_info'][number];
