import type { Ctx } from '#server/app.ts';
import { namedSites } from '#server/scope.ts';
import { countingOf } from '#server/series/counting.ts';
import { coverageAt } from '#server/series/coverage.ts';
import type { BucketRow } from '#server/series/store.ts';
import { leftOutOf } from '#server/standards/left-out.ts';
import { storedMinutes } from '#server/standards/stored-minutes.ts';
import type { AnswerOf, ParsedOf } from '#shared/contract/define.ts';
import type { DataType } from '#shared/contract/readings/readings.ts';
import type { ReportSite, reports, WhyCell } from '#shared/contract/reports/reports.ts';
import type { WhyPart } from '#shared/contract/reports/why.ts';
import { bucketEnd, bucketOf, type Level } from '#shared/domain/buckets.ts';
import { lineLevel, type ReportPeriod } from '#shared/domain/report-period.ts';
import {
  countedValue,
  countingFlags,
  counts,
  isValid,
  neededOf,
  neededValues,
  type WaterNeeds,
  yearNeeds,
} from '#shared/domain/validity.ts';
import { Fault } from '#shared/faults.ts';
import { askedPeriod, isRunningPeriod } from './build.ts';
import { isLimited, type Judge, judgeOf } from './judge.ts';
import { countedDays, expectedOf, lineReader, reported } from './line-values.ts';
import {
  columnOf,
  type ReportedFactor,
  type ReportedSite,
  reportedFactors,
  reportedRows,
  reportedSites,
} from './read.ts';
import { type LineValue, summaryOf } from './summary.ts';
import { unpackedHour } from './unpacked.ts';

type Question = ParsedOf<typeof reports.why>;

export async function reportWhy(ctx: Ctx, question: Question): Promise<AnswerOf<typeof reports.why>> {
  const site = await askedSite(ctx, question.site_id);
  const factors = await reportedFactors(ctx.db);
  const found = factors.find(({ component_id }) => component_id === question.component_id);
  if (!found) throw new Fault('no_data');
  const factor = question.unrounded ? { ...found, decimals: found.free_decimals } : found;
  const period = askedPeriod(question.kind, question.date);
  const made = question.ts
    ? await lineWhy(ctx, site, factor, lineLevel[question.kind], new Date(question.ts))
    : await wholeWhy(ctx, site, factor, question, period);
  return { site: shownSite(site), factor: columnOf(factor), ...made };
}

export async function askedSite(ctx: Ctx, site_id: number): Promise<ReportedSite> {
  await namedSites(ctx, { site_ids: [site_id] });
  const [site] = await reportedSites(ctx.db, [site_id]);
  if (!site) throw new Fault('no_data');
  return site;
}

export function shownSite({ site_id, site_name, mn, site_type, virtual_data }: ReportedSite): ReportSite {
  return { site_id, site_name, mn, site_type, virtual_data };
}

type Made = Omit<WhyCell, 'site' | 'factor'>;

/** The data types of the revisions shown for a line: its own, and those it is computed from. */
const revisedTypes: Record<Level, DataType[]> = {
  hour: ['hour', 'minute', 'realtime'],
  day: ['day', 'hour'],
  month: ['day'],
};
const MOST_REVISIONS = 100;

/** The value of a line: of its hour, day or month, and of the shorter periods in it. */
async function lineWhy(
  ctx: Ctx,
  site: ReportedSite,
  factor: ReportedFactor,
  level: Level,
  at: Date,
): Promise<Made> {
  const start = bucketOf(level, at);
  const span = { from: start, to: bucketEnd(level, start) };
  const [row] = await reportedRows(ctx, { level, site_ids: [site.site_id], ...span });
  const judge = judgeOf(site, factor, level);
  const own = partOf(row, site, factor, level, start, judge);
  const place = row?.fids.indexOf(factor.component_id) ?? -1;
  const origin = row?.origins[place] ?? '';
  const shown = reported(site, factor);
  const extreme = (value: number | null | undefined) => (typeof value === 'number' ? shown(value) : null);
  const parts =
    level === 'hour' ? await minutes(ctx, site, factor, span) : await partsOf(ctx, site, factor, level, span);
  return {
    ...own,
    max: extreme(row?.max?.[place]),
    min: extreme(row?.min?.[place]),
    origin,
    counted: countedIn(level, factor),
    over: own.over ? 1 : 0,
    times: own.over && own.value !== null ? (judge?.timesOver(own.value, start) ?? null) : null,
    limit: judge?.limitAt(start) ?? null,
    revisions: await ctx.series.revisions({
      ...{ site_id: site.site_id, fid: factor.derived_from ?? factor.component_id },
      ...{ data_types: revisedTypes[level], limit: MOST_REVISIONS, ...span },
    }),
    unpacked:
      level === 'hour'
        ? await unpackedHour(ctx, site.site_id, factor.component_id, { ...span, origin })
        : null,
    ...parts,
  };
}

function countedIn(level: Level, { derivation }: ReportedFactor): Made['counted'] {
  if (level === 'hour') return 'values';
  if (level === 'month') return 'days';
  return derivation === 'max_8h' ? 'windows' : 'hours';
}

interface Span {
  from: Date;
  to: Date;
}

type Parts = Pick<Made, 'level' | 'part_decimals' | 'parts'>;

async function partsOf(
  ctx: Ctx,
  site: ReportedSite,
  factor: ReportedFactor,
  level: 'day' | 'month',
  span: Span,
): Promise<Parts> {
  const below = level === 'day' ? 'hour' : 'day';
  // A day of ozone is computed from hours of the source factor.
  const component_id = level === 'day' ? (factor.derived_from ?? factor.component_id) : factor.component_id;
  const source = { ...factor, component_id, ...(level === 'day' && { derivation: null }) };
  const rows = await ctx.series.buckets({ level: below, site_ids: [site.site_id], ...span });
  return {
    level: below,
    part_decimals: factor.decimals,
    parts: await withMinutes(ctx, site, source, below, span, everyPart(rows, site, source, below, span)),
  };
}

/** Marks hours whose minutes are still stored. */
async function withMinutes(
  { series }: Ctx,
  { site_id }: ReportedSite,
  { component_id }: ReportedFactor,
  level: Level,
  span: Span,
  parts: WhyPart[],
): Promise<WhyPart[]> {
  if (level !== 'hour') return parts;
  const isStored = await storedMinutes(series, site_id, [component_id], span);
  return parts.map((part) => ({ ...part, has_minutes: isStored(component_id, Date.parse(part.ts)) }));
}

/** Includes periods without data. */
function everyPart(
  rows: readonly BucketRow[],
  site: ReportedSite,
  factor: ReportedFactor,
  level: Level,
  { from, to }: Span,
): WhyPart[] {
  const judge = judgeOf(site, factor, level);
  const rowAt = new Map(rows.map((row) => [Date.parse(row.ts), row]));
  const parts: WhyPart[] = [];
  for (let at = from; at < to; at = bucketEnd(level, at))
    parts.push(partOf(rowAt.get(at.getTime()), site, factor, level, at, judge));
  return parts;
}

function partOf(
  row: BucketRow | undefined,
  site: ReportedSite,
  factor: ReportedFactor,
  level: Level,
  at: Date,
  judge: Judge | undefined,
): WhyPart {
  const { value, valid, over, coverage } = lineReader(site, factor, level, judge)(row, at);
  const place = row?.fids.indexOf(factor.component_id) ?? -1;
  const flag = row?.flags?.[place] ?? '';
  return {
    ts: at.toISOString(),
    value,
    flag,
    left_out: valid
      ? null
      : leftOutOf(coverageAt(row, place).n, row?.avg[place] ?? null, flag, site.ruleOf(factor.component_id)),
    ...coverage,
    needed: neededOf(level, { water: site.water, ...coverage }),
    over,
    has_minutes: false,
  };
}

/** The minute values in an hour, as sent. */
async function minutes(
  { db, series }: Ctx,
  { site_id, ruleOf }: ReportedSite,
  { component_id, free_decimals }: ReportedFactor,
  span: Span,
): Promise<Parts> {
  const counting = (await countingOf(db, [site_id])).get(site_id) ?? countingFlags();
  const rows = await series.range({
    data_type: 'minute',
    site_ids: [site_id],
    fids: [component_id],
    ...span,
  });
  const rule = ruleOf(component_id);
  const parts = rows.map(({ ts, avg, flags, origins }): WhyPart => {
    const [value = null] = avg;
    const [flag = ''] = flags ?? [];
    const isIn =
      value !== null && countedValue(value, rule) !== null && counts(flag, origins?.[0] ?? 'l', counting);
    const left_out = isIn ? null : leftOutOf(value === null ? 0 : 1, value, flag, rule);
    return {
      ts,
      value,
      flag,
      left_out,
      valid: isIn ? 1 : 0,
      expected: 1,
      needed: 1,
      over: false,
      has_minutes: false,
    };
  });
  return { level: 'minute', part_decimals: free_decimals, parts };
}

/** The mean of the whole period: its lines, and how many are required. */
async function wholeWhy(
  ctx: Ctx,
  site: ReportedSite,
  factor: ReportedFactor,
  { kind }: Question,
  period: ReportPeriod,
): Promise<Made> {
  const level = lineLevel[kind];
  const span = { site_ids: [site.site_id], from: period.from, to: period.to };
  const rows = await reportedRows(ctx, { level, ...span });
  const judge = judgeOf(site, factor, level);
  const rowAt = new Map(rows.map((row) => [Date.parse(row.ts), row]));
  const read = lineReader(site, factor, level, judge);
  const lines = period.lines.map((at) => read(rowAt.get(at.getTime()), at));
  const [whole, sofar] = expectedOf(kind, site, factor, period, ctx.now());
  const days = kind === 'year' ? await ctx.series.buckets({ level: 'day', extremes: false, ...span }) : [];
  const ofDays = judgeOf(site, factor, 'day');
  const summary = summaryOf(lines, {
    ...{ kind, whole, sofar, limited: isLimited(kind === 'year' ? ofDays : judge, period) },
    ...{ factor, reported: reported(site, factor) },
    ...{ water: site.water, running: isRunningPeriod(period, ctx.now()) },
    days: kind === 'year' ? countedDays(site, days)(factor) : undefined,
  });
  const { mean, max, min, valid, expected, over, usable } = summary;
  return {
    ...{ value: mean, max, min, valid, expected, over: over ?? 0, origin: '', flag: '' },
    left_out: mean === null ? 'missing' : usable === false ? 'few' : null,
    counted: kind === 'day' ? 'hours' : 'days',
    needed: neededInAll(kind, factor.code, whole),
    ...(site.water && waterCoverage(kind, site.water, lines, period, ctx.now())),
    times: null,
    limit: judge?.limitAt(period.from) ?? null,
    unpacked: null,
    revisions: [],
    level,
    part_decimals: factor.decimals,
    parts: await withMinutes(ctx, site, factor, level, period, everyPart(rows, site, factor, level, period)),
  };
}

/** A water year counts valid months; shorter periods count their own values. */
function waterCoverage(
  kind: Question['kind'],
  water: WaterNeeds,
  lines: readonly LineValue[],
  period: ReportPeriod,
  now: Date,
): Partial<Pick<Made, 'counted' | 'valid' | 'expected' | 'needed'>> {
  // Unfinished periods are evaluated with the available data.
  const least = isRunningPeriod(period, now) ? 1 : undefined;
  if (kind === 'week') return {};
  if (kind !== 'year') return { needed: least ?? neededOf(kind, { expected: 0, water }) };
  return {
    counted: 'months',
    valid: lines.filter(({ coverage }) => isValid('month', { water, ...coverage })).length,
    expected: period.lines.filter((at) => at <= now).length,
    needed: least ?? water.year_months,
  };
}

/** GB 3095 has no rule for weeks. */
function neededInAll(kind: Question['kind'], code: string | null, whole: number): number | null {
  switch (kind) {
    case 'day':
      return neededValues.day(whole);
    case 'week':
      return null;
    case 'month':
      return neededValues.month(whole);
    case 'year':
      return yearNeeds(code).days;
  }
}
