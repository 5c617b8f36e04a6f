import { pollutants } from '#shared/domain/pollutants.ts';
import { hourItem } from '#shared/domain/standing.ts';
import { knownIaqi } from './known-iaqi.ts';

/** The edition that assesses an hour by its own values only. */
const EDITION = '2026';
const columns: readonly ((value: number) => number | null)[] = pollutants.flatMap((pollutant) => {
  const item = hourItem(EDITION, pollutant);
  return item ? [knownIaqi(EDITION, item)] : [];
});

/** The individual index of an hour's mean, in the pollutant's own unit. */
export function hourIaqi(place: number, value: number): number | null {
  return columns[place]?.(value) ?? null;
}

/**
 * The AQI of an hour by HJ 633-2026: the same result as `airReport`, without the report, for millions of hours. Values
 * are in the order and units of the pollutants, NaN if missing; `exempt` has a bit for each pollutant that the site
 * does not measure. Null is published as NA.
 */
export function hourAqi(values: ArrayLike<number>, exempt: number): number | null {
  let highest: number | null = null;
  let incomplete = false;
  for (let place = 0; place < columns.length; place++) {
    const value = values[place] ?? Number.NaN;
    const index = hourIaqi(place, value);
    if (index !== null) highest = highest === null ? index : Math.max(highest, index);
    else if (!Number.isNaN(value) || (exempt & (1 << place)) === 0) incomplete = true;
  }
  return incomplete && highest !== null && highest <= 100 ? null : highest;
}
