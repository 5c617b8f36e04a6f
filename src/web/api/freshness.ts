import { MINUTE_MS } from '#shared/domain/time-units.ts';

/** How long lists that rarely change, such as people and factors, are used from the cache. */
export const staleMs = MINUTE_MS;
/** Polling interval of things that wait for the user. */
export const refetchMs = MINUTE_MS;
