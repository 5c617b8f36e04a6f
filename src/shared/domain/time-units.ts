/** Durations. A day has 24 hours; days of local time may differ where clocks change. */
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
export const HOUR_SECONDS = 3600;
export const DAY_MINUTES = 1440;
