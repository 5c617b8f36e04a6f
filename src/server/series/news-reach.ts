import { DAY_MS } from '#shared/domain/time-units.ts';

/** What is older is no news: nobody is told of an alarm of long ago, and nothing is corrected there. */
export const NEWS_REACH_MS = 31 * DAY_MS;
