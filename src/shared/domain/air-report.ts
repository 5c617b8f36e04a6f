import type { AirFigure, AirFigures } from './air-figures.ts';
import type { AqiEdition } from './air-rules.ts';
import { type AqiBand, aqiBand } from './aqi-bands.ts';
import { type AqiItem, iaqi } from './iaqi.ts';
import { judged, type Pollutant, pollutantOf } from './pollutants.ts';
import type { Average } from './sliding.ts';

export type ReportPeriod = 'hour' | 'day';

export interface ReportColumn {
  pollutant: Pollutant;
  figure: AirFigure;
  /** The item of the index table; null for figures without an index. */
  item: AqiItem | null;
}

const column = (figure: AirFigure, item: AqiItem | null): ReportColumn => ({
  pollutant: pollutantOf(figure),
  figure,
  item,
});
const by = (item: AqiItem) => column(item, item);
const gasesOfHour = [by('so2_1h'), by('no2_1h'), by('co_1h'), by('o3_1h')];
const gasesOfDay = [by('so2_24h'), by('no2_24h'), by('co_24h')];
const particlesOfDay = [by('pm10_24h'), by('pm25_24h')];

const columns: Readonly<Record<AqiEdition, Readonly<Record<ReportPeriod, readonly ReportColumn[]>>>> = {
  '2012': {
    day: [...gasesOfDay, by('o3_1h'), by('o3_8h'), ...particlesOfDay],
    hour: [
      ...gasesOfHour,
      by('o3_8h'),
      column('pm10_1h', null),
      by('pm10_24h'),
      column('pm25_1h', null),
      by('pm25_24h'),
    ],
  },
  '2026': {
    day: [...gasesOfDay, by('o3_8h'), ...particlesOfDay],
    hour: [...gasesOfHour, column('pm10_1h', 'pm10_24h'), column('pm25_1h', 'pm25_24h')],
  },
};

/** The columns of an edition's report, in its order. */
export function reportColumns(edition: AqiEdition, period: ReportPeriod): readonly ReportColumn[] {
  return columns[edition][period];
}

/** `NA`: not available this time. `/`: the station does not measure it. */
export type Mark = 'NA' | '/';

export interface ReportedItem extends ReportColumn {
  /** Rounded as it is published. With too few hours it is also shown, but marked and without an index. */
  concentration: number | null;
  iaqi: number | null;
  mark: Mark | null;
}

export interface AirReport {
  edition: AqiEdition;
  items: ReportedItem[];
  /** Null is published as NA. */
  aqi: number | null;
  band: AqiBand | null;
  /** The pollutants with the highest index, if it is above 50. */
  primary: Pollutant[];
  /** The pollutants with an index above 100; the 2026 edition does not use this notion. */
  over: Pollutant[];
}

/**
 * The report of an hour or a day of one station or city. `exempt` are pollutants that it does not measure and need not,
 * because none of them was primary on a day of light pollution or worse for three years. If any other is missing, the
 * index is published only if the others bring it above 100. HJ 633-2012 has no rule for that; the same is applied.
 */
export function airReport(
  edition: AqiEdition,
  period: ReportPeriod,
  figures: AirFigures,
  exempt: readonly Pollutant[] = [],
): AirReport {
  const items = columns[edition][period].map((each) => reported(edition, each, figures, exempt));
  // Plain loops: a year of a network has a hundred thousand days.
  let highest: number | null = null;
  for (const { iaqi } of items) if (iaqi !== null && (highest === null || iaqi > highest)) highest = iaqi;
  const incomplete = items.some((item) => holdsBack(period, item, items));
  const aqi = incomplete && highest !== null && highest <= 100 ? null : highest;
  const pollutantsWith = (matches: (iaqi: number) => boolean) => {
    const found: Pollutant[] = [];
    for (const { pollutant, iaqi } of items) {
      if (iaqi !== null && matches(iaqi) && !found.includes(pollutant)) found.push(pollutant);
    }
    return found;
  };
  return {
    edition,
    items,
    aqi,
    band: aqiBand(aqi) ?? null,
    primary: aqi !== null && aqi > 50 ? pollutantsWith((iaqi) => iaqi === aqi) : [],
    over: edition === '2012' ? pollutantsWith((iaqi) => iaqi > 100) : [],
  };
}

type Judged = Pick<ReportedItem, 'figure' | 'iaqi' | 'mark'>;

/**
 * Whether the index is withheld because an item is missing. A day's ozone is complete with the 8-hour figure; the
 * highest hour, which the 2012 edition reports too, is needed only if the 8-hour figure has no index (decision 36).
 */
export function holdsBack(period: ReportPeriod, { figure, mark }: Judged, items: readonly Judged[]): boolean {
  if (mark !== 'NA' || (period === 'hour' && isOnlyShown(figure, items))) return false;
  const isHighestHour = period === 'day' && figure === 'o3_1h';
  return !(isHighestHour && items.some((other) => other.figure === 'o3_8h' && other.iaqi !== null));
}

/** The 2012 edition shows hourly particles, but assesses the 24 hours that end with the hour. */
function isOnlyShown(figure: AirFigure, items: readonly Judged[]): boolean {
  if (figure !== 'pm10_1h' && figure !== 'pm25_1h') return false;
  return items.some((other) => other.figure === `${pollutantOf(figure)}_24h`);
}

function reported(
  edition: AqiEdition,
  { pollutant, figure, item }: ReportColumn,
  figures: AirFigures,
  exempt: readonly Pollutant[],
): ReportedItem {
  const average = figures[figure];
  const value = average?.value ?? null;
  const concentration = value === null ? null : judged(pollutant, value);
  const known = concentration !== null && isKnown(average);
  const iaqi = known && item !== null ? indexOf(edition, item, concentration, figures) : null;
  // Figures that are only shown, and ozone beyond its 8-hour column, have no index, and nothing is missing because of
  // it.
  const complete = known && (iaqi !== null || item === null || item === 'o3_8h');
  const lack: Mark = value === null && exempt.includes(pollutant) ? '/' : 'NA';
  return { pollutant, figure, item, concentration, iaqi, mark: complete ? null : lack };
}

/**
 * HJ 633-2012, table 1: hourly SO2 beyond its column takes the index of its 24 hours; 8-hour O3 has none there, because
 * the index of its highest hour, which is reported too, is used instead.
 */
function indexOf(edition: AqiEdition, item: AqiItem, c: number, figures: AirFigures): number | null {
  const own = iaqi(edition, item, c);
  if (own !== null || item !== 'so2_1h') return own;
  return isKnown(figures.so2_24h) ? iaqi(edition, 'so2_24h', figures.so2_24h.value) : null;
}

function isKnown(average: Average | undefined): average is Average & { value: number } {
  return average?.valid === true && average.value !== null && average.value >= 0;
}
