import { DAY_MS } from '#shared/domain/time-units.ts';

/** Older changes are not reported as news: no alarm is raised or corrected that far back. */
export const NEWS_REACH_MS = 31 * DAY_MS;

/**
 * Real-time values are reported first among the oldest `NEWS_WINDOW` × limit rows of news. The window starts with the oldest
 * row, so minutes and hours are not passed over for long.
 */
export const NEWS_WINDOW = 20;
