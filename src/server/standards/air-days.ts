import type { SeriesStore } from '#server/series/store.ts';
import type { AirFigure } from '#shared/domain/air-figures.ts';
import { type AqiEdition, airRulesAt } from '#shared/domain/air-rules.ts';
import { bucketEnd } from '#shared/domain/buckets.ts';
import { inPollutantUnit } from '#shared/domain/pollutants.ts';
import { withoutNoise } from '#shared/domain/rounding.ts';
import { dayFigureOf } from './air-evaluate.ts';
import type { AirFactor, AirSiteFacts } from './air-factors.ts';
import { dayAqi, dayFigures, exemptBits } from './day-index.ts';

/** The days of one site, from the first requested one. */
export interface DaysOfSite {
  /** One per day; null is NA, or no data. */
  aqis: (number | null)[];
  /** The same under other editions, one per day. */
  aqisBy(editions: readonly AqiEdition[]): (number | null)[];
  /**
   * The valid values of a figure in its own unit, not rounded: GB/T 8170 allows rounding once, which happens at the
   * assessment.
   */
  valid(figure: AirFigure): { days: number[]; values: number[] };
}

/**
 * Reads days site by site, in order. Returns only the results, because a year of a network would fill the memory.
 * Pauses between sites.
 */
export function airDaysReader(
  series: SeriesStore,
  factors: readonly AirFactor[],
  { from, to }: { from: Date; to: Date },
  rest: () => Promise<void>,
): (sites: readonly AirSiteFacts[]) => Promise<DaysOfSite[]> {
  const read = factors.flatMap((factor) => {
    const figure = dayFigureOf(factor);
    return figure ? [{ ...factor, place: dayFigures.indexOf(figure) }] : [];
  });
  // Cached for all sites, because date calculations are slow.
  let starts: Date[] = [];
  let editions: AqiEdition[] = [];
  return async (sites) => {
    const { steps, columns } = await series.grid({
      ...{ level: 'day', doubtful: true, from, to },
      site_ids: sites.map(({ site_id }) => site_id),
      fids: read.map(({ fid }) => fid),
    });
    if (starts.length < steps) {
      starts = await daysFrom(from, steps, rest);
      editions = starts.map((start) => airRulesAt(start).aqi);
    }
    const judged: DaysOfSite[] = [];
    for (const [nth, { exempt }] of sites.entries()) {
      const figures = dayFigures.map(() => new Float64Array(steps).fill(Number.NaN));
      read.forEach(({ place, pollutant, unit }, i) => {
        const [into, column] = [figures[place], columns[i]];
        for (let day = 0; day < steps; day++) {
          const value = column?.[nth * steps + day] ?? Number.NaN;
          if (into && !Number.isNaN(value))
            into[day] = inOwnUnit(value, (known) => inPollutantUnit(pollutant, known, unit));
        }
      });
      const bits = exemptBits(exempt);
      const values = new Float64Array(dayFigures.length);
      const aqisBy = (by: readonly AqiEdition[]) =>
        by.slice(0, steps).map((edition, day) => {
          figures.forEach((figure, place) => {
            values[place] = figure[day] ?? Number.NaN;
          });
          return dayAqi(edition, values, bits);
        });
      const valid = (figure: AirFigure) => {
        const column = figures[dayFigures.indexOf(figure)] ?? [];
        const found: ReturnType<DaysOfSite['valid']> = { days: [], values: [] };
        column.forEach((value, day) => {
          if (!Number.isFinite(value)) return;
          found.days.push(starts[day]?.getTime() ?? 0);
          found.values.push(value);
        });
        return found;
      };
      judged.push({ aqis: aqisBy(editions), aqisBy, valid });
      await rest();
    }
    return judged;
  };
}

/** The starts of this many days. */
export async function daysFrom(from: Date, count: number, rest: () => Promise<void>): Promise<Date[]> {
  const starts: Date[] = [];
  for (let start = from; starts.length < count; start = bucketEnd('day', start)) {
    starts.push(start);
    await rest();
  }
  return starts;
}

/** Removes the noise of `real`. Invalid values are not converted and stay distinguishable from missing ones. */
function inOwnUnit(value: number, convert: (value: number) => number | null): number {
  return Number.isFinite(value) ? (convert(withoutNoise(value)) ?? Number.NaN) : value;
}
