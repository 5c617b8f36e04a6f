import { login } from './access/sign-in.ts';
import { common } from './common.ts';
import { details, faults } from './faults.ts';
import { download } from './files/download.ts';
import { problems } from './problems.ts';
import { faultReport } from './work-orders/fault-reports.ts';

/** Loaded before the first paint: the public pages and all refusals. */
export const core = { common, faults, details, problems, login, download, faultReport };
