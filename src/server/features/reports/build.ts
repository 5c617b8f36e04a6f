import type { Ctx } from '#server/http/ctx.ts';
import { bySite } from '#server/series/by-site.ts';
import type { BucketRow } from '#server/series/store.ts';
import type { Evaluated } from '#server/standards/air-evaluate.ts';
import { airFactors, airSites } from '#server/standards/air-factors.ts';
import { readAir } from '#server/standards/air-read.ts';
import type { Report, ReportLine, SiteReport } from '#shared/contract/reports.ts';
import { airRulesAt } from '#shared/domain/air-rules.ts';
import { bucketEnd } from '#shared/domain/buckets.ts';
import { lineLevel, type ReportKind, type ReportPeriod, reportPeriod } from '#shared/domain/report-period.ts';
import { goodRate } from '#shared/domain/statistics.ts';
import { expectedHours, isValid } from '#shared/domain/validity.ts';
import { waterValues } from '#shared/domain/water-items.ts';
import { waterSection } from '#shared/domain/water-section.ts';
import { Fault } from '#shared/faults.ts';
import { bodyOf, judgeOf } from './judge.ts';
import { type ReportedFactor, type ReportedSite, reportedFactors, reportedSites } from './read.ts';
import { type LineValue, summaryOf } from './summary.ts';

export function askedPeriod(kind: ReportKind, date: string): ReportPeriod {
  const period = reportPeriod(kind, date);
  if (!period) throw new Fault('parameter_error', { fields: [{ field: 'date', problem: 'bad_format' }] });
  return period;
}

/** The report of these sites over a period, by the rules in force on each of its dates. */
export async function buildReport(
  ctx: Ctx,
  kind: ReportKind,
  site_ids: readonly number[],
  period: ReportPeriod,
): Promise<Report> {
  const { db, series } = ctx;
  const sites = await reportedSites(db, site_ids);
  const span = { from: period.from, to: period.to };
  const rows = await series.buckets({ level: lineLevel[kind], site_ids, ...span });
  const rowsOf = bySite(rows);
  const came = rows.flatMap(({ fids }) => fids);
  const factors = await reportedFactors(db, [
    ...new Set([...came, ...sites.flatMap(({ component_ids }) => component_ids)]),
  ]);
  const indices = bySite(await airOf(ctx, kind, sites, span));
  // Months have no limits: what of a year is over its limit are its days.
  const days = kind === 'year' ? bySite(await series.buckets({ level: 'day', site_ids, ...span })) : rowsOf;
  const rules = [airRulesAt(period.from), airRulesAt(new Date(period.to.getTime() - 1))];
  return {
    from: period.from.toISOString(),
    to: period.to.toISOString(),
    factors: factors.map(
      ({ code: _code, averaging: _averaging, derivation: _derivation, ...column }) => column,
    ),
    aqi_editions: [...new Set(rules.map(({ aqi }) => aqi))],
    limit_editions: [...new Set(rules.map(({ limits }) => limits))],
    sites: sites.map((site) =>
      siteReport(kind, site, factors, period, ctx.now(), {
        rows: rowsOf.get(site.site_id) ?? [],
        days: days.get(site.site_id) ?? [],
        indices: indices.get(site.site_id) ?? [],
      }),
    ),
  };
}

/** Hours have an index of their own; everything longer is made of days. */
async function airOf(
  { db, series }: Ctx,
  kind: ReportKind,
  sites: readonly ReportedSite[],
  span: { from: Date; to: Date },
): Promise<Evaluated[]> {
  const ofAir = sites.flatMap(({ site_id, site_type }) => (site_type === 'water' ? [] : [site_id]));
  if (ofAir.length === 0) return [];
  const factors = await airFactors(db);
  const facts = await airSites(db, factors, ofAir);
  return readAir(series, factors, facts, kind === 'day' ? 'hour' : 'day', span);
}

interface SiteData {
  rows: readonly BucketRow[];
  /** What limits are held against: the lines, or the days of a year. */
  days: readonly BucketRow[];
  indices: readonly Evaluated[];
}

function siteReport(
  kind: ReportKind,
  site: ReportedSite,
  factors: readonly ReportedFactor[],
  period: ReportPeriod,
  now: Date,
  { rows, days, indices }: SiteData,
): SiteReport {
  const level = lineLevel[kind];
  const measured = new Set([...site.component_ids, ...rows.flatMap(({ fids }) => fids)]);
  const own = factors.filter(({ component_id }) => measured.has(component_id));
  const rowAt = new Map(rows.map((row) => [new Date(row.ts).getTime(), row]));
  const indexAt = new Map(indices.map((index) => [new Date(index.ts).getTime(), index]));
  const judges = own.map((factor) => judgeOf(site, factor, level));
  const table = period.lines.map((at) =>
    own.map((factor, i) => lineValue(rowAt.get(at.getTime()), factor, level, at, judges[i])),
  );
  const { site_id, site_name, mn, site_type, virtual_data } = site;
  const summary = own.map((factor, i) => {
    const [whole, sofar] = expectedOf(kind, site, period, now);
    return summaryOf(
      table.flatMap((line) => line[i] ?? []),
      {
        kind,
        averaging: factor.averaging,
        whole,
        sofar,
        overDays: kind === 'year' ? overDays(site, factor, days) : undefined,
      },
    );
  });
  const ofDays = kind !== 'day' && site_type !== 'water';
  return {
    ...{ site_id, site_name, mn, site_type, virtual_data },
    component_ids: own.map(({ component_id }) => component_id),
    lines: period.lines.map((at, n) =>
      reportLine(at, site, own, table[n] ?? [], {
        index: kind === 'year' ? undefined : indexAt.get(at.getTime()),
        days: kind === 'year' && ofDays ? monthDays(indices, at) : undefined,
      }),
    ),
    summary,
    ...dayCounts(ofDays ? indices : undefined),
    water_class: classOf(
      site,
      own,
      summary.map(({ mean }) => mean),
    ),
  };
}

const DAY_MS = 24 * 3_600_000;

/** How many values the whole period should have, and as much of it as has passed. */
function expectedOf(
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

function lineValue(
  row: BucketRow | undefined,
  { component_id }: ReportedFactor,
  level: 'hour' | 'day' | 'month',
  at: Date,
  isOver: ReturnType<typeof judgeOf> | undefined,
): LineValue {
  const i = row?.fids.indexOf(component_id) ?? -1;
  const value = row?.avg[i] ?? null;
  const coverage = { valid: row?.valid[i] ?? 0, expected: row?.expected[i] ?? 1 };
  const valid = value !== null && isValid(level, coverage);
  return { value, valid, over: valid && value !== null && isOver?.(value, at) === true, coverage };
}

function overDays(site: ReportedSite, factor: ReportedFactor, days: readonly BucketRow[]): number {
  const isOver = judgeOf(site, factor, 'day');
  return days.filter(({ ts, ...row }) => lineValue({ ts, ...row }, factor, 'day', new Date(ts), isOver).over)
    .length;
}

function reportLine(
  at: Date,
  site: ReportedSite,
  factors: readonly ReportedFactor[],
  values: readonly LineValue[],
  { index, days }: { index?: Evaluated; days?: readonly Evaluated[] },
): ReportLine {
  const water = sectionOf(
    site,
    factors,
    values.map(({ value, valid }) => (valid ? value : null)),
  );
  return {
    ts: at.toISOString(),
    values: values.map(({ value }) => value),
    valid: values.map(({ valid }) => valid),
    over: values.map(({ over }) => over),
    aqi: index?.report.aqi ?? null,
    level: index?.report.band?.level ?? null,
    primary: index?.report.primary ?? [],
    water_class: water?.class ?? null,
    main: water?.main.map(({ item }) => item) ?? [],
    ...dayCounts(days),
  };
}

function monthDays(days: readonly Evaluated[], month: Date): Evaluated[] {
  const end = bucketEnd('month', month);
  return days.filter(({ ts }) => new Date(ts) >= month && new Date(ts) < end);
}

function dayCounts(days: readonly Evaluated[] | undefined) {
  if (!days) return { valid_days: null, good_days: null };
  const good = goodRate(days.map(({ report }) => report.aqi));
  return { valid_days: good.valid, good_days: good.days };
}

function sectionOf(
  site: ReportedSite,
  factors: readonly ReportedFactor[],
  values: readonly (number | null)[],
) {
  if (site.site_type !== 'water') return undefined;
  const body = bodyOf(site);
  const readings = factors.flatMap(({ code, unit }, i) =>
    code ? [{ code, unit, value: values[i] ?? null }] : [],
  );
  return waterSection(body, waterValues(body, readings));
}

function classOf(site: ReportedSite, factors: readonly ReportedFactor[], means: readonly (number | null)[]) {
  return sectionOf(site, factors, means)?.class ?? null;
}
