export const units = ['days', 'hours', 'minutes', 'seconds'] as const;
type Unit = (typeof units)[number];

/** Clock offset in days, hours, minutes and seconds. */
export type Offset = Record<Unit, number> & { side: 'ahead' | 'behind' };

const SECONDS: Record<Unit, number> = { days: 86_400, hours: 3600, minutes: 60, seconds: 1 };
/** Seconds: transmission takes up to minutes, but clocks are usually off by quarters of an hour. */
const STEP = 900;

/** First estimate of the offset, rounded to `step` seconds. */
export function offsetOf(ahead_seconds: number, step = STEP): Offset {
  let rest = Math.round(Math.abs(ahead_seconds) / step) * step;
  const offset: Offset = {
    days: 0,
    hours: 0,
    minutes: 0,
    seconds: 0,
    side: ahead_seconds < 0 ? 'behind' : 'ahead',
  };
  for (const unit of units) {
    offset[unit] = Math.floor(rest / SECONDS[unit]);
    rest %= SECONDS[unit];
  }
  return offset;
}

/** Positive if the clock is ahead. */
export function secondsOf(offset: Offset): number {
  const total = units.reduce((sum, unit) => sum + offset[unit] * SECONDS[unit], 0);
  return offset.side === 'ahead' ? total : -total;
}
