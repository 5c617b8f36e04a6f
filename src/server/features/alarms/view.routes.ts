import { handlers, inFairTurn } from '#server/http/handlers.ts';
import { alarmViews } from '#shared/contract/alarms/view.ts';
import { alarmView } from './view.ts';

export const alarmViewRoutes = handlers(alarmViews, { view: inFairTurn(alarmView) });
