import type { Ctx } from '#server/app.ts';
import { namedSites } from '#server/scope.ts';
import { coverageAt } from '#server/series/coverage.ts';
import type { BucketRow } from '#server/series/store.ts';
import { valueRulesOf } from '#server/series/value-rules.ts';
import { averageOf, evaluateDays, evaluateHours, HOURS_BACK } from '#server/standards/air-evaluate.ts';
import type { AirFactor } from '#server/standards/air-factors.ts';
import { withGaps } from '#server/standards/air-gaps.ts';
import { leftOutOf } from '#server/standards/left-out.ts';
import { type StoredMinutes, storedMinutes } from '#server/standards/stored-minutes.ts';
import type { AirItem, air, WhyItem } from '#shared/contract/air/air.ts';
import type { AnswerOf, ParsedOf } from '#shared/contract/define.ts';
import type { WhyPart } from '#shared/contract/reports/why.ts';
import type { AirFigure } from '#shared/domain/air-figures.ts';
import type { ReportPeriod } from '#shared/domain/air-report.ts';
import { bucketOf } from '#shared/domain/buckets.ts';
import { o3DailyMax8h, ozoneWindows } from '#shared/domain/ozone.ts';
import { pollutantOf } from '#shared/domain/pollutants.ts';
import { neededHours } from '#shared/domain/sliding.ts';
import { HOUR_MS } from '#shared/domain/time-units.ts';
import { neededValues, type ValueRule } from '#shared/domain/validity.ts';
import { Fault } from '#shared/faults.ts';
import { airFacts, rowOf, siteOf } from './air-index.ts';

/** The inputs of the report of one hour or day. */
export async function airWhy(
  ctx: Ctx,
  { site_id, period, ts }: ParsedOf<typeof air.why>,
): Promise<AnswerOf<typeof air.why>> {
  const start = bucketOf(period, new Date(ts)).getTime();
  const end = start + (period === 'day' ? 24 : 1) * HOUR_MS;
  const named = await namedSites(ctx, { site_ids: [site_id] });
  const { factors, sites } = await airFacts(ctx, named, new Date(end));
  const [site] = sites;
  if (!site) throw new Fault('no_data');
  const firstHour = end - HOURS_BACK * HOUR_MS;
  const span = { site_ids: [site_id], fids: factors.map(({ fid }) => fid), to: new Date(end) };
  const hours = await ctx.series.buckets({ level: 'hour', ...span, from: new Date(firstHour) });
  const days =
    period === 'day' ? await ctx.series.buckets({ level: 'day', ...span, from: new Date(start) }) : [];
  const exemptOf = () => site.exempt;
  // A period without data has a report too; explain it.
  const rows = await withGaps(ctx, period === 'day' ? days : hours, {
    ...{ site_ids: [site_id], factors, period, from: new Date(start), to: new Date(end) },
  });
  const [evaluated] =
    period === 'day'
      ? evaluateDays(rows, factors, exemptOf)
      : evaluateHours(rows, factors, exemptOf, new Date(start));
  if (!evaluated) throw new Fault('no_data');
  const row = rowOf(evaluated, period, ctx.now());
  const rules = await valueRulesOf(ctx.db, [site_id]);
  const ruleOf = (fid: number) => rules(site_id, fid);
  const isStored = await storedMinutes(ctx.series, site_id, span.fids, {
    from: new Date(firstHour),
    to: new Date(end),
  });
  const byStart = new Map(hours.map((hour) => [Date.parse(hour.ts), hour]));
  const own = days[0] ?? byStart.get(start);
  return {
    site: siteOf(site),
    row,
    items: row.items.map((item) => {
      const count = hoursIn(period, item.figure);
      const factor = factors.find(
        ({ pollutant, derivation }) => pollutant === pollutantOf(item.figure) && derivation === null,
      );
      const starts = Array.from({ length: count }, (_, at) => end - (count - at) * HOUR_MS);
      const used = starts.map((at) => hourOf(new Date(at), byStart.get(at), factor, ruleOf, isStored));
      return {
        ...item,
        origin: itemSource(item, own, factors),
        ...coverageOf(period, item, used),
        component_id: factor?.fid ?? null,
        hours: used,
      };
    }),
  };
}

/** A day has 24 hours; for an hour, the figure's name has the count, as in `o3_8h`. */
function hoursIn(period: ReportPeriod, figure: AirFigure): number {
  if (period === 'day') return 24;
  return Number.parseInt(figure.slice(figure.indexOf('_') + 1), 10);
}

function hourOf(
  start: Date,
  row: BucketRow | undefined,
  factor: AirFactor | undefined,
  ruleOf: (fid: number) => ValueRule,
  isStored: StoredMinutes,
): WhyPart {
  const at = row && factor ? row.fids.indexOf(factor.fid) : -1;
  const average = row && factor && averageOf('hour', row, factor);
  const { n, valid, expected } = coverageAt(row, at);
  const flag = row?.flags?.[at] ?? '';
  return {
    ts: start.toISOString(),
    value: average?.value ?? null,
    flag,
    left_out:
      average?.valid && average.value !== null
        ? null
        : leftOutOf(n, row?.avg[at] ?? null, flag, ruleOf(factor?.fid ?? 0)),
    valid,
    expected,
    needed: neededValues.hour(expected),
    over: false,
    has_minutes: factor !== undefined && isStored(factor.fid, start.getTime()),
  };
}

function coverageOf(
  period: ReportPeriod,
  { figure }: AirItem,
  hours: readonly WhyPart[],
): Pick<WhyItem, 'counted' | 'valid' | 'expected' | 'needed'> {
  if (period === 'day' && figure === 'o3_8h') {
    const { windows } = o3DailyMax8h(hours.map(({ value, left_out }) => (left_out ? null : value)));
    return { counted: 'windows', valid: windows, expected: ozoneWindows.ofDay, needed: ozoneWindows.needed };
  }
  const expected = hours.length;
  const needed = expected === 8 || expected === 24 ? neededHours[expected] : expected;
  return { counted: 'hours', valid: hours.filter(({ left_out }) => !left_out).length, expected, needed };
}

/** The daily maxima of ozone are separate factors (`max_8h`, `max_1h`). */
function itemSource({ figure }: AirItem, own: BucketRow | undefined, factors: readonly AirFactor[]): string {
  const derivation = figure === 'o3_8h' ? 'max_8h' : figure === 'o3_1h' ? 'max_1h' : null;
  const ofPollutant = factors.filter(({ pollutant }) => pollutant === pollutantOf(figure));
  const factor =
    ofPollutant.find((each) => each.derivation === derivation && own?.fids.includes(each.fid)) ??
    ofPollutant.find((each) => each.derivation === null);
  return (factor && own?.origins[own.fids.indexOf(factor.fid)]) ?? '';
}
