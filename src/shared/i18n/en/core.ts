import type { Words } from '../words.ts';
import type { core as zh } from '../zh/core.ts';
import { common } from './common.ts';
import { download } from './download.ts';
import { details, faults, problems } from './faults.ts';
import { login } from './login.ts';

export const core = { common, faults, details, problems, login, download } satisfies Words<typeof zh>;
