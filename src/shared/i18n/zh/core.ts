import { login } from './access/sign-in.ts';
import { common } from './common.ts';
import { details, faults } from './faults.ts';
import { download } from './files/download.ts';
import { problems } from './problems.ts';
import { faultReport } from './work-orders/fault-reports.ts';

/** Loaded before the first paint: what sign-in can say, and every refusal. */
export const core = { common, faults, details, problems, login, download, faultReport };
