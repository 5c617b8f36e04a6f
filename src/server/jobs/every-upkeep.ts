import { deletedSites } from './deleted-sites.ts';
import { retention } from './retention.ts';
import { tidying } from './tidy.ts';
import type { Upkeep } from './upkeep.ts';

/** Order of display, and of execution if several are due. */
export const everyUpkeep: readonly Upkeep[] = [retention, tidying, deletedSites];
