import { judged } from './pollutants.ts';
import { type Average, type Hours, slidingMeans } from './sliding.ts';

/** The windows end at 08:00 … 24:00: the first is full with the eighth hour, none reaches into the day before. */
const firstWindow = 7;
/** GB 3095. */
export const ozoneWindows = { ofDay: 17, needed: 14 } as const;
/** Of class 2 over 8 hours, µg/m³, in every edition of GB 3095. */
const limit = 160;

/**
 * The highest 8-hour mean of ozone of a day, from its 24 hours by their start. A day needs 14 of its 17 windows; with
 * fewer it counts when it is over the limit all the same.
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
