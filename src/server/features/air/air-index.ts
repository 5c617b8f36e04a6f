import type { Ctx } from '#server/app.ts';
import { namedSites } from '#server/scope.ts';
import type { Evaluated } from '#server/standards/air-evaluate.ts';
import type { AirFactor, AirSiteFacts } from '#server/standards/air-factors.ts';
import { type FormLine, formLines, withGaps } from '#server/standards/air-gaps.ts';
import { readAir } from '#server/standards/air-read.ts';
import { airSites } from '#server/standards/exempt.ts';
import type { AirRow, AirSite, air } from '#shared/contract/air/air.ts';
import type { AnswerOf, ParsedOf } from '#shared/contract/define.ts';
import { type AqiEdition, airRulesAt } from '#shared/domain/air-rules.ts';
import { bucketEnd, bucketOf, isRunning, type Level } from '#shared/domain/buckets.ts';
import { DAY_MS, HOUR_MS } from '#shared/domain/time-units.ts';
import { Fault } from '#shared/faults.ts';

/** Limit of sites × periods in one answer. */
const MOST_ROWS = 50_000;

/** The reports of sites, ordered by time and site or by AQI, optionally paged. */
export async function airIndex(
  ctx: Ctx,
  {
    site_ids,
    period,
    from,
    to,
    page_index,
    page_size,
    newest_first,
    worst_first,
  }: ParsedOf<typeof air.index>,
): Promise<AnswerOf<typeof air.index>> {
  const span = wholePeriods(period, from, to);
  const named = await namedSites(ctx, { site_ids });
  const periods = (span.to.getTime() - span.from.getTime()) / (period === 'hour' ? HOUR_MS : DAY_MS);
  if (named.length * periods > MOST_ROWS)
    throw new Fault('parameter_error', { fields: [{ field: 'to', problem: 'too_many' }] });
  const { factors, sites } = await airFacts(ctx, named, span.to);
  const asked = { site_ids: sites.map(({ site_id }) => site_id), factors, period };
  const lines = await formLines(ctx, { ...asked, ...span });
  const ordered = newest_first ? lines.toReversed() : lines;
  const pageOf = <Line>(all: readonly Line[]) =>
    page_size ? all.slice((page_index - 1) * page_size, page_index * page_size) : all;
  // The order by AQI is known only after all rows are evaluated, so `worst_first` pages at the end.
  const shown = worst_first ? ordered : pageOf(ordered);
  const part = spanOfLines(period, shown);
  const judged = part
    ? await readAir(ctx.series, factors, sites, period, part, (rows) =>
        withGaps(ctx, rows, { ...asked, ...part }),
      )
    : [];
  const rowOfLine = new Map(judged.map((each) => [`${each.site_id} ${each.ts}`, each]));
  const found = shown.flatMap(({ site_id, ts }) => rowOfLine.get(`${site_id} ${ts}`) ?? []);
  const asOrdered = worst_first ? pageOf(found.toSorted(byWorst)) : found;
  const data_info = asOrdered.map((row) => rowOf(row, period, ctx.now()));
  return { sites: sites.map(siteOf), editions: editionsOf(lines), data_info, total: lines.length };
}

function byWorst(one: Evaluated, other: Evaluated): number {
  return (other.report.aqi ?? -1) - (one.report.aqi ?? -1);
}

/** The lines may be in ascending or descending order. */
function spanOfLines(period: Level, lines: readonly FormLine[]): Span | undefined {
  const ends = [lines[0], lines.at(-1)].flatMap((line) => (line ? [Date.parse(line.ts)] : []));
  if (ends.length === 0) return undefined;
  return { from: new Date(Math.min(...ends)), to: bucketEnd(period, new Date(Math.max(...ends))) };
}

/** There is one change of edition, so the first and the last line are enough. */
function editionsOf(lines: readonly FormLine[]): AqiEdition[] {
  const ends = [lines[0], lines.at(-1)].flatMap((line) => (line ? [airRulesAt(new Date(line.ts)).aqi] : []));
  return [...new Set(ends)];
}

export interface Span {
  from: Date;
  to: Date;
}

export function wholePeriods(level: Level, from: string, to: string): Span {
  const span = { from: bucketOf(level, new Date(from)), to: new Date(to) };
  if (span.from > span.to) throw new Fault('start_after_end');
  return span;
}

/** The factors and site facts that the reports are computed from. */
export async function airFacts(
  ctx: Ctx,
  named: readonly { site_id: number }[],
  at: Date,
): Promise<{ factors: readonly AirFactor[]; sites: readonly AirSiteFacts[] }> {
  const factors = await ctx.airFactors();
  const site_ids = named.map(({ site_id }) => site_id);
  return { factors, sites: await airSites(ctx, factors, site_ids, at) };
}

export function rowOf({ site_id, ts, report }: Evaluated, period: Level, now: Date): AirRow {
  const { edition, items, aqi, band, primary, over } = report;
  return {
    site_id,
    ts,
    running: isRunning(period, new Date(ts), now),
    edition,
    items: items.map(({ figure, concentration, iaqi, mark }) => ({ figure, concentration, iaqi, mark })),
    aqi,
    level: band?.level ?? null,
    primary,
    over,
  };
}

export function siteOf({ site_id, site_name, mn, virtual_data }: AirSiteFacts): AirSite {
  return { site_id, site_name, mn, virtual_data };
}
