import { corrections } from '#shared/contract/control/corrections.ts';
import { interference } from '#shared/contract/control/interference.ts';
import { kbValues } from '#shared/contract/control/kb.ts';

/** Cached calls to refresh after a change of corrections. */
export const correctionReads = [corrections.data, interference.data, kbValues.list];
