import { deletedSites } from './deleted-sites.ts';
import { retention } from './retention.ts';
import { tidying } from './tidy.ts';
import type { Upkeep } from './upkeep.ts';

/** In the order in which they are shown, and done where several are due. */
export const everyUpkeep: readonly Upkeep[] = [retention, tidying, deletedSites];
