import { alarmActions, alarmLog } from '#shared/contract/alarms/log.ts';
import { alarmViews } from '#shared/contract/alarms/view.ts';

/** What is shown of alarms, and stale once something was done about one. */
export const alarmReads = [
  alarmLog.list,
  alarmActions.count,
  alarmActions.sites,
  alarmActions.steps,
  alarmViews.view,
];
