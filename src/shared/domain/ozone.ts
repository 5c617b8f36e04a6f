import { judged } from './pollutants.ts';
import { type Average, type Hours, slidingMeans } from './sliding.ts';

/**
 * The 8-hour windows end at 08:00 … 24:00: the first is complete with the eighth hour, and none begins on the day
 * before.
 */
const firstWindow = 7;
/** GB 3095. */
export const ozoneWindows = { ofDay: 17, needed: 14 } as const;
/** Class 2 limit over 8 hours in µg/m³, in every edition of GB 3095. */
const limit = 160;

/**
 * The highest 8-hour mean of ozone of a day, from its 24 hours by their start. A day needs 14 of its 17 windows; with
 * fewer it is still valid if it is over the limit.
 */
export function o3DailyMax8h(hours: Hours): Average & { windows: number } {
  const means = slidingMeans(hours, 8)
    .slice(firstWindow)
    .flatMap(({ value, valid }) => (valid && value !== null ? [value] : []));
  const windows = means.length;
  if (windows === 0) return { value: null, valid: false, windows };
  const value = Math.max(...means);
  return { value, valid: windows >= ozoneWindows.needed || judged('o3', value) > limit, windows };
}
