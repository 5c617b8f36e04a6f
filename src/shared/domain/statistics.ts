/** HJ 663: between the two nearest ranks. None of nothing. */
export function percentile(p: number, values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const rank = ((sorted.length - 1) * p) / 100;
  const below = sorted[Math.floor(rank)];
  if (below === undefined) return null;
  const above = sorted[Math.ceil(rank)] ?? below;
  return below + (above - below) * (rank - Math.floor(rank));
}

const windowHours = 8;
const hoursOfWindow = 6;
const windowsOfDay = 14;
/** Class 2 limit of O3 over 8 hours, µg/m³. */
const limit = 160;

/**
 * The highest 8-hour mean of ozone of a day, from its 24 hours by their start. The 17 windows end at 08:00 … 24:00
 * and stay within the day; one needs 6 hours, the day 14 windows. With fewer it counts when it is over the limit all
 * the same (GB 3095).
 */
export function o3DailyMax8h(hours: readonly (number | null)[]): { value: number | null; valid: boolean } {
  const means: number[] = [];
  for (let from = 0; from + windowHours <= 24; from++) {
    const present = hours.slice(from, from + windowHours).filter((hour) => hour !== null);
    if (present.length >= hoursOfWindow)
      means.push(present.reduce((sum, hour) => sum + hour, 0) / present.length);
  }
  if (means.length === 0) return { value: null, valid: false };
  const value = Math.max(...means);
  // Compared as a whole number, rounded half to even: 160.5 is still 160.
  return { value, valid: means.length >= windowsOfDay || value > limit + 0.5 };
}
