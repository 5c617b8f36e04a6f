import { coverageAt } from '#server/series/coverage.ts';
import type { BucketRow } from '#server/series/store.ts';
import type { Level } from '#shared/domain/buckets.ts';
import type { ReportKind, ReportPeriod } from '#shared/domain/report-period.ts';
import { expectedHours, isValid } from '#shared/domain/validity.ts';
import { waterValues } from '#shared/domain/water-items.ts';
import { type WaterSection, waterSection } from '#shared/domain/water-section.ts';
import { bodyOf, type Judge } from './judge.ts';
import type { ReportedFactor, ReportedSite } from './read.ts';
import type { LineValue } from './summary.ts';

const DAY_MS = 24 * 3_600_000;

/** How many values the whole period should have, and as much of it as has passed. */
export function expectedOf(
  kind: ReportKind,
  { interval_seconds }: ReportedSite,
  { from, to, lines }: ReportPeriod,
  now: Date,
): [whole: number, sofar: number] {
  const passed = Math.min(Math.max(now.getTime(), from.getTime()), to.getTime()) - from.getTime();
  if (kind === 'day') {
    const whole = expectedHours(lines.length, interval_seconds);
    return [whole, Math.floor((whole * passed) / (to.getTime() - from.getTime()))];
  }
  return [Math.round((to.getTime() - from.getTime()) / DAY_MS), Math.floor(passed / DAY_MS)];
}

export function lineValue(
  row: BucketRow | undefined,
  { component_id }: ReportedFactor,
  level: Level,
  at: Date,
  judge: Judge | undefined,
): LineValue {
  const i = row?.fids.indexOf(component_id) ?? -1;
  const value = row?.avg[i] ?? null;
  const coverage = coverageAt(row, i);
  const valid = value !== null && isValid(level, coverage);
  return { value, valid, over: valid && value !== null && judge?.isOver(value, at) === true, coverage };
}

/** The class of water by these values, where it is water. */
export function sectionOf(
  site: ReportedSite,
  factors: readonly ReportedFactor[],
  values: readonly (number | null)[],
): WaterSection | undefined {
  if (site.site_type !== 'water') return undefined;
  const body = bodyOf(site);
  const readings = factors.flatMap(({ code, unit }, i) =>
    code ? [{ code, unit, value: values[i] ?? null }] : [],
  );
  return waterSection(body, waterValues(body, readings));
}
