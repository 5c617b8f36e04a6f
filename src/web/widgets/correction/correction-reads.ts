import { corrections } from '#shared/contract/control/corrections.ts';
import { interference } from '#shared/contract/control/interference.ts';
import { kbValues } from '#shared/contract/control/kb.ts';

/** What a change of the platform's corrections changes in what is shown. */
export const correctionReads = [corrections.data, interference.data, kbValues.list];
