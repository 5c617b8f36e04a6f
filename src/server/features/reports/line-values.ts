import { coverageAt } from '#server/series/coverage.ts';
import type { BucketRow } from '#server/series/store.ts';
import { limitItemOfCode } from '#shared/domain/air-limits.ts';
import type { Level } from '#shared/domain/buckets.ts';
import type { ReportKind, ReportPeriod } from '#shared/domain/report-period.ts';
import { roundHalfEven, withoutNoise } from '#shared/domain/rounding.ts';
import { expectedHours, isValid } from '#shared/domain/validity.ts';
import { waterItemOfCode } from '#shared/domain/water-items.ts';
import { reportedWater, waterTarget } from '#shared/domain/water-target.ts';
import type { Judge } from './judge.ts';
import type { ReportedFactor, ReportedSite } from './read.ts';
import type { LineValue } from './summary.ts';

const DAY_MS = 24 * 3_600_000;

/** How many values of a factor the whole period should have, and as much of it as has passed. */
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
 * A figure as it stands in a report and is held against limits, so that both say the same: what a standard limits is
 * rounded (GB/T 8170) to the decimals of its column, all else stays as it was measured.
 */
export function reported(site: ReportedSite, factor: ReportedFactor): (value: number) => number {
  const { code, decimals } = factor;
  if (isJudgedWater(site, factor)) return (value) => reportedWater(value, decimals);
  return code && limitItemOfCode(code) ? (value) => roundHalfEven(value, decimals) : withoutNoise;
}

function isJudgedWater(site: ReportedSite, { code }: ReportedFactor): boolean {
  return site.site_type === 'water' && !!code && waterItemOfCode(code, waterTarget(site).body) !== undefined;
}

export function lineValue(
  row: BucketRow | undefined,
  site: ReportedSite,
  factor: ReportedFactor,
  level: Level,
  at: Date,
  judge: Judge | undefined,
): LineValue {
  const i = row?.fids.indexOf(factor.component_id) ?? -1;
  const measured = row?.avg[i] ?? null;
  const value = measured === null ? null : reported(site, factor)(measured);
  const exact = measured === null ? null : withoutNoise(measured);
  // Water is held against its limits as it is reported; limits of air round in their own unit.
  const held = site.site_type === 'water' ? value : exact;
  const coverage = coverageAt(row, i);
  const valid = value !== null && isValid(level, coverage);
  return {
    ...{ value, exact, valid, coverage },
    over: valid && held !== null && judge?.isOver(held, at) === true,
  };
}
