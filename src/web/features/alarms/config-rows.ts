import type { alarmKindSettings } from '#shared/contract/alarms/kinds.ts';
import type { alarmRoutes } from '#shared/contract/alarms/recipients.ts';
import type { AnswerOf } from '#shared/contract/define.ts';

/** How a kind is found somewhere. */
export type KindSetting = AnswerOf<typeof alarmKindSettings.list>['data_info'][number];
/** Who is told of what. */
export type AlarmRoute = AnswerOf<typeof alarmRoutes.list>['data_info'][number];
