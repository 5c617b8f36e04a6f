import { common } from './common.ts';
import { download } from './download.ts';
import { details, faults, problems } from './faults.ts';
import { login } from './login.ts';

/** Loaded before the first paint: what sign-in can say, and every refusal. */
export const core = { common, faults, details, problems, login, download };
