import type { Ctx } from '#server/app.ts';
import { partsOf, rests } from '#server/heavy/rests.ts';
import { bySite } from '#server/series/by-site.ts';
import type { BucketRow } from '#server/series/store.ts';
import { dayAqis, type JudgedDay, judgeDays } from '#server/standards/air-evaluate.ts';
import { type AirSiteFacts, exemptOf } from '#server/standards/air-factors.ts';
import { readAir } from '#server/standards/air-read.ts';
import { airSites } from '#server/standards/exempt.ts';
import type { Report, ReportLine, SiteReport } from '#shared/contract/reports/reports.ts';
import { airRulesAt } from '#shared/domain/air-rules.ts';
import { isRunning } from '#shared/domain/buckets.ts';
import { lineLevel, type ReportKind, type ReportPeriod, reportPeriod } from '#shared/domain/report-period.ts';
import { goodRate } from '#shared/domain/statistics.ts';
import { Fault } from '#shared/faults.ts';
import { isLimited, judgeOf } from './judge.ts';
import { countedDays, expectedOf, lineReader, reported } from './line-values.ts';
import {
  columnOf,
  type ReportedFactor,
  type ReportedSite,
  reportedFactors,
  reportedRows,
  reportedSites,
} from './read.ts';
import { type ReportedSection, type SectionFigure, sectionOf } from './section.ts';
import { type LineValue, type Summary, summaryOf } from './summary.ts';

export function askedPeriod(kind: ReportKind, date: string): ReportPeriod {
  const period = reportPeriod(kind, date);
  if (!period) throw new Fault('parameter_error', { fields: [{ field: 'date', problem: 'bad_format' }] });
  return period;
}

/** Rows read at a time; bounds memory and time. */
const ROWS_AT_ONCE = 2000;
/** Rows per site. Day: its hours, the hours before that the AQI looks back on, and the day. Year: days and months. */
const rowsOfSite: Record<ReportKind, number> = { day: 72, week: 7, month: 31, year: 378 };
/** Days evaluated between two yields. */
const JUDGED_AT_ONCE = 50;

/** The report of the sites over a period, by the rules in force on each date. */
export async function buildReport(
  ctx: Ctx,
  kind: ReportKind,
  site_ids: readonly number[],
  period: ReportPeriod,
): Promise<Report> {
  const sites = await reportedSites(ctx.db, site_ids);
  const factors = await reportedFactors(ctx.db);
  const reports: SiteReport[] = [];
  const rest = rests(ctx);
  // Computed once for all sites, because calendar functions are slow.
  const running = period.lines.map((at) => isRunning(lineLevel[kind], at, ctx.now()));
  const ofAir = sites.flatMap(({ site_id, site_type }) => (site_type === 'water' ? [] : [site_id]));
  const facts = await airSites(ctx, await ctx.airFactors(), ofAir, period.to);
  for (const some of partsOf(sites, rowsOfSite[kind], ROWS_AT_ONCE)) {
    const dataOf = await readData(ctx, kind, some, facts, period, rest);
    for (const site of some) {
      const data = await dataOf(site.site_id);
      await rest();
      reports.push(await siteReport(kind, site, factors, { ...period, running }, ctx.now(), data, rest));
      await rest();
    }
  }
  const shown = new Set(reports.flatMap(({ component_ids }) => component_ids));
  const rules = [airRulesAt(period.from), airRulesAt(new Date(period.to.getTime() - 1))];
  return {
    from: period.from.toISOString(),
    to: period.to.toISOString(),
    factors: factors.filter(({ component_id }) => shown.has(component_id)).map(columnOf),
    aqi_editions: [...new Set(rules.map(({ aqi }) => aqi))],
    limit_editions: [...new Set(rules.map(({ limits }) => limits))],
    sites: reports,
  };
}

async function readData(
  ctx: Ctx,
  kind: ReportKind,
  sites: readonly ReportedSite[],
  everyFact: readonly AirSiteFacts[],
  { from, to }: ReportPeriod,
  rest: () => Promise<void>,
): Promise<(site_id: number) => Promise<SiteData>> {
  const { series } = ctx;
  const site_ids = sites.map(({ site_id }) => site_id);
  const rows = await reportedRows(ctx, { level: lineLevel[kind], extremes: false, site_ids, from, to });
  // Limits apply to days, not to months, so a year also needs its days.
  const days =
    kind === 'year' ? await series.buckets({ level: 'day', extremes: false, site_ids, from, to }) : rows;
  const factors = await ctx.airFactors();
  const facts = everyFact.filter(({ site_id }) => site_ids.includes(site_id));
  const ofAir = facts.map(({ site_id }) => site_id);
  // Only hours have an hourly AQI; longer reports are based on days.
  const hours = kind === 'day' ? await readAir(series, factors, facts, 'hour', { from, to }) : [];
  const whole =
    kind === 'day' ? await series.buckets({ level: 'day', extremes: false, site_ids: ofAir, from, to }) : [];
  const dayOf = new Map(judgeDays(whole, factors, exemptOf(facts)).map((day) => [day.site_id, day]));
  const [rowsOf, daysOf, hoursOf] = [bySite(rows), bySite(days), bySite(hours)];
  const exempt = exemptOf(facts);
  const inParts = async <Judged>(
    site_id: number,
    judge: (some: readonly BucketRow[]) => readonly Judged[],
  ): Promise<Judged[]> => {
    const judged: Judged[] = [];
    if (!ofAir.includes(site_id)) return judged;
    for (const some of partsOf(daysOf.get(site_id) ?? [], 1, JUDGED_AT_ONCE)) {
      judged.push(...judge(some));
      await rest();
    }
    return judged;
  };
  return async (site_id) => {
    const indices =
      kind === 'day' || kind === 'year'
        ? (hoursOf.get(site_id) ?? [])
        : await inParts(site_id, (some) => judgeDays(some, factors, exempt));
    return {
      rows: rowsOf.get(site_id) ?? [],
      days: daysOf.get(site_id) ?? [],
      indices,
      aqis:
        kind === 'year'
          ? await inParts(site_id, (some) => dayAqis(some, factors, exempt(site_id)))
          : indices.map(({ report }) => report.aqi),
      day: dayOf.get(site_id),
    };
  };
}

interface SiteData {
  rows: readonly BucketRow[];
  /** Values compared with limits: the lines, or a year's days. */
  days: readonly BucketRow[];
  /** The evaluated lines; of a year none. */
  indices: readonly JudgedDay[];
  /** Air only: the AQI of each line, or of each day of a year. */
  aqis: readonly (number | null)[];
  /** Day reports only: the report of the whole day. */
  day: JudgedDay | undefined;
}

/** The figures of one site: per line a list parallel to its factors, and the summary. */
export interface SiteFigures {
  own: ReportedFactor[];
  table: LineValue[][];
  summary: Summary[];
}

/** The same figures as in the site's report. */
export async function siteFiguresOf(
  ctx: Ctx,
  kind: ReportKind,
  site: ReportedSite,
  period: ReportPeriod,
): Promise<SiteFigures> {
  const rest = rests(ctx);
  // No site facts: indices are not needed here.
  const dataOf = await readData(ctx, kind, [site], [], period, rest);
  const data = await dataOf(site.site_id);
  return siteFigures(kind, site, await reportedFactors(ctx.db), period, ctx.now(), data, rest);
}

export function isRunningPeriod({ from, to }: ReportPeriod, now: Date): boolean {
  return from <= now && to > now;
}

async function siteFigures(
  kind: ReportKind,
  site: ReportedSite,
  factors: readonly ReportedFactor[],
  period: ReportPeriod,
  now: Date,
  { rows, days }: SiteData,
  rest: () => Promise<void>,
): Promise<SiteFigures> {
  const level = lineLevel[kind];
  // Rows with the same factors share the `fids` array.
  const lists = new Set(rows.map(({ fids }) => fids));
  const measured = new Set([site.component_ids, ...lists].flat());
  const own = factors.filter(({ component_id }) => measured.has(component_id));
  const rowAt = new Map(rows.map((row) => [Date.parse(row.ts), row]));
  const judges = own.map((factor) => judgeOf(site, factor, level));
  const columns = own.map((factor, i) => {
    const read = lineReader(site, factor, level, judges[i]);
    return period.lines.map((at) => read(rowAt.get(at.getTime()), at));
  });
  const daysOf = kind === 'year' ? countedDays(site, days) : () => undefined;
  const summary: Summary[] = [];
  for (const [i, factor] of own.entries()) {
    const [whole, sofar] = expectedOf(kind, site, factor, period, now);
    summary.push(
      summaryOf(columns[i] ?? [], {
        ...{ kind, whole, sofar, days: daysOf(factor), factor, reported: reported(site, factor) },
        limited: isLimited(kind === 'year' ? judgeOf(site, factor, 'day') : judges[i], period),
        ...{ water: site.water, running: isRunningPeriod(period, now) },
      }),
    );
    await rest();
  }
  const table = period.lines.map((_, n) => columns.flatMap((column) => column[n] ?? []));
  return { own, table, summary };
}

async function siteReport(
  kind: ReportKind,
  site: ReportedSite,
  factors: readonly ReportedFactor[],
  period: ReportPeriod & { running: readonly boolean[] },
  now: Date,
  data: SiteData,
  rest: () => Promise<void>,
): Promise<SiteReport> {
  const { own, table, summary } = await siteFigures(kind, site, factors, period, now, data, rest);
  const { indices, aqis, day } = data;
  const indexAt = new Map(indices.map((index) => [Date.parse(index.ts), index]));
  const { site_id, site_name, mn, site_type, virtual_data } = site;
  // Means without enough values do not count for the water class.
  const section = sectionOf(site, own, summary.map(wholeFigure));
  const ofDays = kind !== 'day' && site_type !== 'water';
  const places = firstDays(data.days, period);
  return {
    ...{ site_id, site_name, mn, site_type, virtual_data },
    component_ids: own.map(({ component_id }) => component_id),
    lines: period.lines.map((at, n) =>
      reportLine(at, period.running[n] === true, site, own, table[n] ?? [], {
        index: indexAt.get(at.getTime()),
        aqis: kind === 'year' && ofDays ? aqis.slice(places[n], places[n + 1]) : undefined,
      }),
    ),
    summary: summary.map(({ exact: _exact, ...shown }) => shown),
    ...dayCounts(ofDays ? aqis : undefined),
    day: day ? { ...airIndex(day), running: isRunning('day', period.from, now) } : null,
    ...waterVerdict(section),
    running: isRunningPeriod(period, now),
    water_needs: site.water ?? null,
  };
}

/** The place of each line's first day; both are sorted by time. */
function firstDays(days: readonly BucketRow[], { lines }: ReportPeriod): number[] {
  let place = 0;
  return lines.map((line) => {
    const start = line.toISOString();
    while (place < days.length && (days[place]?.ts ?? '') < start) place += 1;
    return place;
  });
}

/** A factor's mean over the period, for the water class. */
export function wholeFigure({ mean, usable }: Pick<Summary, 'mean' | 'usable'>): SectionFigure {
  return { value: mean, counts: usable !== false };
}

function waterVerdict(section: ReportedSection | undefined) {
  return {
    water_class: section?.class ?? null,
    main: section?.main.map(({ item }) => item) ?? [],
    left_out: section?.left_out ?? [],
  };
}

function reportLine(
  at: Date,
  running: boolean,
  site: ReportedSite,
  factors: readonly ReportedFactor[],
  values: readonly LineValue[],
  { index, aqis }: { index: JudgedDay | undefined; aqis: readonly (number | null)[] | undefined },
): ReportLine {
  const water = sectionOf(
    site,
    factors,
    values.map(({ value, valid }) => ({ value, counts: valid })),
  );
  return {
    ts: at.toISOString(),
    running,
    values: values.map(({ value }) => value),
    valid: values.map(({ valid }) => valid),
    over: values.map(({ over }) => over),
    ...airIndex(index),
    ...waterVerdict(water),
    ...dayCounts(aqis),
  };
}

function airIndex(judged: JudgedDay | undefined) {
  const { aqi = null, band, primary = [] } = judged?.report ?? {};
  return { aqi, level: band?.level ?? null, primary };
}

function dayCounts(aqis: readonly (number | null)[] | undefined) {
  if (!aqis) return { valid_days: null, good_days: null };
  const good = goodRate(aqis);
  return { valid_days: good.valid, good_days: good.days };
}
