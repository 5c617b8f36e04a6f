import type { alarmKindSettings } from '#shared/contract/alarms/kinds.ts';
import type { alarmRoutes } from '#shared/contract/alarms/recipients.ts';
import type { AnswerOf } from '#shared/contract/define.ts';

/** Setting of an alarm kind for a scope. */
export type KindSetting = AnswerOf<typeof alarmKindSettings.list>['data_info'][number];
export type AlarmRoute = AnswerOf<typeof alarmRoutes.list>['data_info'][number];
