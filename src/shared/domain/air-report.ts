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
  /** What of the index table it is looked up in. None of what is only shown. */
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

/** What the report of an edition shows, in its order. */
export function reportColumns(edition: AqiEdition, period: ReportPeriod): readonly ReportColumn[] {
  return columns[edition][period];
}

/** `NA`: not known this time. `/`: the station does not measure it at all. */
export type Mark = 'NA' | '/';

export interface ReportedItem extends ReportColumn {
  /** Rounded as it is published. It is shown with too few hours too, but then marked and without an index. */
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
  /** Those with the highest index, when it is above 50. */
  primary: Pollutant[];
  /** Those with an index above 100, a notion that ended with the edition of 2012. */
  over: Pollutant[];
}

/**
 * The report of an hour or a day of one station or city. `exempt` are the pollutants that it does not measure and need
 * not, as for three years none of them was primary on a day of light pollution or worse; any other may be missing, and
 * then the index is published only when the others bring it above 100. HJ 633-2012 has no rule for that; the same holds.
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
 * Whether the index is held back for want of an item. A day has its ozone when it has the 8-hour figure: the highest
 * hour, which the edition of 2012 reports beside it, is wanted only where the other has no index (decision 36).
 */
export function holdsBack(period: ReportPeriod, { figure, mark }: Judged, items: readonly Judged[]): boolean {
  if (mark !== 'NA' || (period === 'hour' && isOnlyShown(figure, items))) return false;
  const isHighestHour = period === 'day' && figure === 'o3_1h';
  return !(isHighestHour && items.some((other) => other.figure === 'o3_8h' && other.iaqi !== null));
}

/** The edition of 2012 shows an hour of particles and judges the day that ends with it. */
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
  // Neither what is only shown nor ozone beyond its 8-hour column has an index, and nothing is missing for it.
  const complete = known && (iaqi !== null || item === null || item === 'o3_8h');
  const lack: Mark = value === null && exempt.includes(pollutant) ? '/' : 'NA';
  return { pollutant, figure, item, concentration, iaqi, mark: complete ? null : lack };
}

/**
 * HJ 633-2012, table 1: SO2 of an hour beyond its column has the index of its 24 hours; O3 of 8 hours has none there,
 * as that of its single hour, which is reported too, takes its place.
 */
function indexOf(edition: AqiEdition, item: AqiItem, c: number, figures: AirFigures): number | null {
  const own = iaqi(edition, item, c);
  if (own !== null || item !== 'so2_1h') return own;
  return isKnown(figures.so2_24h) ? iaqi(edition, 'so2_24h', figures.so2_24h.value) : null;
}

function isKnown(average: Average | undefined): average is Average & { value: number } {
  return average?.valid === true && average.value !== null && average.value >= 0;
}
