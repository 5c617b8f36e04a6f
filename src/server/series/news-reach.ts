import { DAY_MS } from '#shared/domain/time-units.ts';

/** What is older is no news: nobody is told of an alarm of long ago, and nothing is corrected there. */
export const NEWS_REACH_MS = 31 * DAY_MS;

/**
 * Among how many times the limit real-time values are looked for. The window begins with the oldest news, so that minutes
 * and hours are passed over only for so long.
 */
export const NEWS_WINDOW = 4;
