import { alarmActions, alarmLog } from '#shared/contract/alarms/log.ts';
import { alarmViews } from '#shared/contract/alarms/view.ts';

/** Cached calls to refresh after an action on alarms. */
export const alarmReads = [
  alarmLog.list,
  alarmActions.count,
  alarmActions.sites,
  alarmActions.steps,
  alarmViews.view,
];
