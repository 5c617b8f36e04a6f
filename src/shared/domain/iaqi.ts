import type { AqiEdition } from './air-rules.ts';
import { judged, pollutantFacts, pollutantOf } from './pollutants.ts';

const indices = [0, 50, 100, 150, 200, 300, 400, 500];

/** HJ 633-2012, table 1: concentrations at the index breakpoints, in µg/m³ (CO in mg/m³). */
const breakpoints2012 = {
  so2_24h: [0, 50, 150, 475, 800, 1600, 2100, 2620],
  so2_1h: [0, 150, 500, 650, 800],
  no2_24h: [0, 40, 80, 180, 280, 565, 750, 940],
  no2_1h: [0, 100, 200, 700, 1200, 2340, 3090, 3840],
  co_24h: [0, 2, 4, 14, 24, 36, 48, 60],
  co_1h: [0, 5, 10, 35, 60, 90, 120, 150],
  o3_1h: [0, 160, 200, 300, 400, 800, 1000, 1200],
  o3_8h: [0, 100, 160, 215, 265, 800],
  pm10_24h: [0, 50, 150, 250, 350, 420, 500, 600],
  pm25_24h: [0, 35, 75, 115, 150, 250, 350, 500],
} satisfies Record<string, readonly number[]>;

/** A column of the table. */
export type AqiItem = keyof typeof breakpoints2012;

export const aqiItems = Object.keys(breakpoints2012) as AqiItem[];

const breakpoints: Readonly<Record<AqiEdition, Readonly<Record<AqiItem, readonly number[]>>>> = {
  '2012': breakpoints2012,
  '2026': {
    ...breakpoints2012,
    pm10_24h: [0, 50, 120, 250, 350, 420, 500, 600],
    pm25_24h: [0, 35, 60, 115, 150, 250, 350, 500],
  },
};

/** The two breakpoints around a concentration, and their indices. */
export interface IaqiStep {
  low: number;
  high: number;
  from: number;
  to: number;
}

/** Undefined beyond the end of the column. */
export function iaqiStep(edition: AqiEdition, item: AqiItem, concentration: number): IaqiStep | undefined {
  return stepOf(breakpoints[edition][item], judged(pollutantOf(item), concentration));
}

function stepOf(column: readonly number[], c: number): IaqiStep | undefined {
  let at = 1;
  while (at < column.length && !(c <= (column[at] as number))) at++;
  const [low, high, from, to] = [column[at - 1], column[at], indices[at - 1], indices[at]];
  if (low === undefined || high === undefined || from === undefined || to === undefined) return undefined;
  return { low, high, from, to };
}

/**
 * The individual index of a concentration: interpolated between breakpoints and rounded up. Null for an impossible
 * concentration and, in the 2012 edition, beyond a column that ends early.
 */
export function iaqi(edition: AqiEdition, item: AqiItem, concentration: number): number | null {
  if (!(concentration >= 0 && Number.isFinite(concentration))) return null;
  const pollutant = pollutantOf(item);
  const column = breakpoints[edition][item];
  const c = judged(pollutant, concentration);
  const step = stepOf(column, c);
  if (!step) return beyond(edition, column);
  const { low, high, from, to } = step;
  // Integer arithmetic from here on, so that no quotient is a tiny bit above a whole number.
  const scale = 10 ** pollutantFacts[pollutant].decimals;
  return from + Math.ceil(((to - from) * (Math.round(c * scale) - low * scale)) / ((high - low) * scale));
}

/**
 * The columns of hourly SO2 and 8-hour O3 end at 800 µg/m³: above that the 2012 edition has no index, later ones use
 * the last.
 */
function beyond(edition: AqiEdition, column: readonly number[]): number | null {
  const endsEarly = column.length < indices.length;
  return endsEarly && edition === '2012' ? null : (indices[column.length - 1] ?? null);
}
