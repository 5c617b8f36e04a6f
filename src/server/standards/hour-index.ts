import { type AqiItem, iaqi } from '#shared/domain/iaqi.ts';
import { judged, type Pollutant, pollutantFacts, pollutants } from '#shared/domain/pollutants.ts';
import { hourItem } from '#shared/domain/standing.ts';

/** The edition that judges an hour by itself alone. */
const EDITION = '2026';
/** Concentrations beyond this many steps are worked out each time. */
const MOST_STEPS = 20_000;

interface Column {
  pollutant: Pollutant;
  item: AqiItem;
  steps: number;
  /** Individual indices by concentration, as they were asked for. */
  known: (number | null | undefined)[];
}

const columns: readonly Column[] = pollutants.flatMap((pollutant) => {
  const item = hourItem(EDITION, pollutant);
  return item ? [{ pollutant, item, steps: 10 ** pollutantFacts[pollutant].decimals, known: [] }] : [];
});

/** The individual index of an hour's mean, in the pollutant's own unit. */
export function hourIaqi(place: number, value: number): number | null {
  const column = columns[place];
  if (!column || !(value >= 0)) return null;
  const { pollutant, item, steps, known } = column;
  const concentration = judged(pollutant, value);
  const step = Math.round(concentration * steps);
  if (step >= MOST_STEPS) return iaqi(EDITION, item, concentration);
  const before = known[step];
  if (before !== undefined) return before;
  const index = iaqi(EDITION, item, concentration);
  known[step] = index;
  return index;
}

/**
 * The AQI of an hour by HJ 633-2026: what `airReport` says of it, without the report, for millions of hours at once.
 * Values in the order and units of the pollutants, NaN where there is none; `exempt` has a bit for each that the site
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
