import { handlers, inFairTurn } from '#server/http/handlers.ts';
import { alarmRuleTrial } from '#shared/contract/alarms/back-test.ts';
import { backTest } from './back-test.ts';

export const backTestRoutes = handlers(alarmRuleTrial, { backTest: inFairTurn(backTest) });
