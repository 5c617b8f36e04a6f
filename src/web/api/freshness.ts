import { MINUTE_MS } from '#shared/domain/time-units.ts';

/** Cache time of lists that rarely change, such as people and factors. */
export const staleMs = MINUTE_MS;
/** Polling interval of things that wait for the user. */
export const refetchMs = MINUTE_MS;
