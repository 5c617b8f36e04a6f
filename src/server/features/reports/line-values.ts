import { coverageAt } from '#server/series/coverage.ts';
import type { BucketRow } from '#server/series/store.ts';
import { limitItemOfCode } from '#shared/domain/air-limits.ts';
import type { Level } from '#shared/domain/buckets.ts';
import type { ReportKind, ReportPeriod } from '#shared/domain/report-period.ts';
import { roundHalfEven, withoutNoise } from '#shared/domain/rounding.ts';
import { DAY_MS } from '#shared/domain/time-units.ts';
import { expectedHours, isValid } from '#shared/domain/validity.ts';
import { waterItemOfCode } from '#shared/domain/water-items.ts';
import { reportedWater, waterTarget } from '#shared/domain/water-target.ts';
import { type Judge, judgeOf } from './judge.ts';
import type { ReportedFactor, ReportedSite } from './read.ts';
import { type Counted, count, type LineValue, nothingCounted } from './summary.ts';

/** Expected number of values in the whole period, and in the part that has passed. */
export function expectedOf(
  kind: ReportKind,
  site: ReportedSite,
  { component_id }: ReportedFactor,
  { from, to, lines }: ReportPeriod,
  now: Date,
): [whole: number, sofar: number] {
  const passed = Math.min(Math.max(now.getTime(), from.getTime()), to.getTime()) - from.getTime();
  if (kind === 'day') {
    const whole = expectedHours(lines.length, site.intervalOf(component_id));
    return [whole, Math.floor((whole * passed) / (to.getTime() - from.getTime()))];
  }
  return [Math.round((to.getTime() - from.getTime()) / DAY_MS), Math.floor(passed / DAY_MS)];
}

/**
 * Rounds a figure as it is reported and compared with limits, so that both agree: values with a limit in a standard are
 * rounded half to even (GB/T 8170), others are kept.
 */
export function reported(site: ReportedSite, factor: ReportedFactor): (value: number) => number {
  const { code, decimals } = factor;
  if (isJudgedWater(site, factor)) return (value) => reportedWater(value, decimals);
  return code && limitItemOfCode(code) ? (value) => roundHalfEven(value, decimals) : withoutNoise;
}

function isJudgedWater(site: ReportedSite, { code }: ReportedFactor): boolean {
  return site.site_type === 'water' && !!code && waterItemOfCode(code, waterTarget(site).body) !== undefined;
}

/**
 * Reads a factor's values from rows. Looks up everything constant once: a network's year has hundreds of thousands of
 * values.
 */
export function lineReader(
  site: ReportedSite,
  factor: ReportedFactor,
  level: Level,
  judge: Judge | undefined = judgeOf(site, factor, level),
): (row: BucketRow | undefined, at: Date) => LineValue {
  const shown = reported(site, factor);
  const isWater = site.site_type === 'water';
  const placeIn = placeOf(factor.component_id);
  return (row, at) => {
    const i = row ? placeIn(row.fids) : -1;
    const measured = row?.avg[i] ?? null;
    const value = measured === null ? null : shown(measured);
    const exact = measured === null ? null : withoutNoise(measured);
    // Water limits are compared with the rounded value; air limits round in their own unit.
    const held = isWater ? value : exact;
    const coverage = coverageAt(row, i);
    const valid = value !== null && isValid(level, coverage);
    const over = valid && held !== null && judge?.isOver(held, at) === true;
    return { value, exact, valid, coverage, over };
  };
}

/** Caches the place by the `fids` array, which rows with the same factors share. */
function placeOf(component_id: number): (fids: readonly number[]) => number {
  let known: readonly number[] | undefined;
  let place = -1;
  return (fids) => {
    if (fids !== known) {
      known = fids;
      place = fids.indexOf(component_id);
    }
    return place;
  };
}

/** The valid days of a year for a factor. */
export function countedDays(
  site: ReportedSite,
  days: readonly BucketRow[],
): (factor: ReportedFactor) => Counted {
  const starts = days.map(({ ts }) => new Date(ts));
  return (factor) => {
    const read = lineReader(site, factor, 'day');
    const counted = nothingCounted();
    starts.forEach((start, n) => {
      count(counted, read(days[n], start));
    });
    return counted;
  };
}
