import { MINUTE_MS } from '#shared/domain/time-units.ts';

/** Lists that change seldom, as people and factors, are taken for fresh for so long. */
export const staleMs = MINUTE_MS;
/** What waits for somebody is looked at again as often as this. */
export const refetchMs = MINUTE_MS;
