export const units = ['days', 'hours', 'minutes', 'seconds'] as const;
type Unit = (typeof units)[number];

/** How far a clock is off, as people say it. */
export type Offset = Record<Unit, number> & { side: 'ahead' | 'behind' };

const SECONDS: Record<Unit, number> = { days: 86_400, hours: 3600, minutes: 60, seconds: 1 };
/** Packets are sent some seconds or minutes after the time that they name; clocks are off by quarters of an hour. */
const STEP = 900;

/** A first guess of what is measured, to the nearest quarter of an hour or other step. */
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

/** Seconds that the clock is ahead; negative is behind. */
export function secondsOf(offset: Offset): number {
  const total = units.reduce((sum, unit) => sum + offset[unit] * SECONDS[unit], 0);
  return offset.side === 'ahead' ? total : -total;
}
