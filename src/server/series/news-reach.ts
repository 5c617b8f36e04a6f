import { DAY_MS } from '#shared/domain/time-units.ts';

/** Older changes are not reported as news: no alarm is raised or corrected that far back. */
export const NEWS_REACH_MS = 31 * DAY_MS;
