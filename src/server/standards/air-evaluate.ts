import { coverageAt } from '#server/series/coverage.ts';
import type { BucketRow } from '#server/series/store.ts';
import {
  type AirFigure,
  type AirFigures,
  type HoursByPollutant,
  hourFigures,
} from '#shared/domain/air-figures.ts';
import { type AirReport, airReport } from '#shared/domain/air-report.ts';
import { airRulesAt } from '#shared/domain/air-rules.ts';
import type { Level } from '#shared/domain/buckets.ts';
import { inPollutantUnit, type Pollutant } from '#shared/domain/pollutants.ts';
import type { Average } from '#shared/domain/sliding.ts';
import { HOUR_MS } from '#shared/domain/time-units.ts';
import { isValid } from '#shared/domain/validity.ts';
import type { AirFactor } from './air-factors.ts';
import { dayAqi, dayFigures, exemptBits } from './day-index.ts';

export interface Evaluated {
  site_id: number;
  ts: string;
  figures: AirFigures;
  report: AirReport;
}

type ExemptOf = (site_id: number) => readonly Pollutant[];

/** The value of a factor in a bucket, in the unit of its limits, and whether its coverage is sufficient. */
export function averageOf(
  level: Level,
  row: BucketRow,
  { fid, pollutant, unit }: AirFactor,
): Average | undefined {
  const i = row.fids.indexOf(fid);
  const value = row.avg[i];
  if (value === undefined) return undefined;
  return {
    value: value === null ? null : inPollutantUnit(pollutant, value, unit),
    valid: isValid(level, coverageAt(row, i)),
  };
}

/**
 * The figure of the daily report that a factor gives; undefined for ozone itself, whose daily figures come from its
 * hours.
 */
export function dayFigureOf({ pollutant, derivation }: AirFactor): AirFigure | undefined {
  if (derivation === 'max_8h') return 'o3_8h';
  if (derivation === 'max_1h') return 'o3_1h';
  return pollutant === 'o3' ? undefined : `${pollutant}_24h`;
}

/** The result of a day that most callers need. */
export interface JudgedDay {
  site_id: number;
  ts: string;
  report: Pick<AirReport, 'aqi' | 'band' | 'primary'>;
}

/** Days by the rules of their dates, without the underlying figures: a year of a network would fill the memory. */
export function judgeDays(...asked: Parameters<typeof evaluateDays>): JudgedDay[] {
  const [rows, factors, exemptOf] = asked;
  const evaluate = dayEvaluator(factors, exemptOf);
  return rows.map((row) => {
    const { aqi, band, primary } = evaluate(row).report;
    return { site_id: row.site_id, ts: row.ts, report: { aqi, band, primary } };
  });
}

/** Only the index of each day of one site. */
export function dayAqis(
  rows: readonly BucketRow[],
  factors: readonly AirFactor[],
  exempt: readonly Pollutant[],
): (number | null)[] {
  const read = factors.flatMap((factor) => {
    const figure = dayFigureOf(factor);
    return figure ? [{ factor, place: dayFigures.indexOf(figure) }] : [];
  });
  const bits = exemptBits(exempt);
  const values = new Float64Array(dayFigures.length);
  return rows.map((row) => {
    values.fill(Number.NaN);
    for (const { factor, place } of read) {
      const { value = null, valid } = averageOf('day', row, factor) ?? {};
      if (value !== null) values[place] = valid ? value : Number.NEGATIVE_INFINITY;
    }
    return dayAqi(airRulesAt(new Date(row.ts)).aqi, values, bits);
  });
}

/** Days by the rules of their dates. */
export function evaluateDays(
  rows: readonly BucketRow[],
  factors: readonly AirFactor[],
  exemptOf: ExemptOf,
): Evaluated[] {
  return rows.map(dayEvaluator(factors, exemptOf));
}

function dayEvaluator(factors: readonly AirFactor[], exemptOf: ExemptOf): (row: BucketRow) => Evaluated {
  const named = factors.flatMap((factor) => {
    const figure = dayFigureOf(factor);
    return figure ? [{ factor, figure }] : [];
  });
  return (row) => {
    const figures: AirFigures = {};
    for (const { factor, figure } of named) {
      const average = averageOf('day', row, factor);
      if (average) figures[figure] = average;
    }
    const { aqi } = airRulesAt(new Date(row.ts));
    return {
      site_id: row.site_id,
      ts: row.ts,
      figures,
      report: airReport(aqi, 'day', figures, exemptOf(row.site_id)),
    };
  };
}

/** Hours that the 2012 edition needs, including the hour itself. */
export const HOURS_BACK = 24;

/**
 * Hours from `from` on, by the rules of their dates. The rows are in the order of time and begin early enough for the
 * 2012 edition, which assesses an hour by the 24 hours that end with it.
 */
export function evaluateHours(
  rows: readonly BucketRow[],
  factors: readonly AirFactor[],
  exemptOf: ExemptOf,
  from: Date,
): Evaluated[] {
  const measured = factors.filter(({ derivation }) => derivation === null);
  const histories = new Map<number, History>();
  const evaluated: Evaluated[] = [];
  for (const row of rows) {
    const start = new Date(row.ts);
    const { aqi } = airRulesAt(start);
    const history = aqi === '2012' ? keptFor(histories, row, start) : undefined;
    if (start < from) continue;
    const window = history ? lookBack(history, start) : [row];
    const hours: HoursByPollutant = {};
    for (const factor of measured) hours[factor.pollutant] = hoursOf(window, factor);
    const figures = hourFigures(aqi, hours);
    evaluated.push({
      site_id: row.site_id,
      ts: row.ts,
      figures,
      report: airReport(aqi, 'hour', figures, exemptOf(row.site_id)),
    });
  }
  return evaluated;
}

type History = Map<number, BucketRow>;

/** The hours of a row's site so far, including this one. */
function keptFor(histories: Map<number, History>, row: BucketRow, start: Date): History {
  const history = histories.get(row.site_id) ?? new Map();
  histories.set(row.site_id, history);
  return history.set(start.getTime(), row);
}

/** The hours that end with this one. */
function lookBack(history: History, start: Date): (BucketRow | undefined)[] {
  const first = start.getTime() - (HOURS_BACK - 1) * HOUR_MS;
  return Array.from({ length: HOURS_BACK }, (_, i) => history.get(first + i * HOUR_MS));
}

function hoursOf(window: readonly (BucketRow | undefined)[], factor: AirFactor): (number | null)[] {
  return window.map((row) => {
    const average = row && averageOf('hour', row, factor);
    return average?.valid ? average.value : null;
  });
}
