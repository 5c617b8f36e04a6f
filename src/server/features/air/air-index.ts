import type { Ctx } from '#server/http/ctx.ts';
import { namedSites } from '#server/scope.ts';
import type { Evaluated } from '#server/standards/air-evaluate.ts';
import type { AirFactor, AirSiteFacts } from '#server/standards/air-factors.ts';
import { withGaps } from '#server/standards/air-gaps.ts';
import { readAir } from '#server/standards/air-read.ts';
import { airSites } from '#server/standards/exempt.ts';
import type { AirRow, AirSite, air } from '#shared/contract/air.ts';
import type { AnswerOf, ParsedOf } from '#shared/contract/define.ts';
import { bucketOf, type Level } from '#shared/domain/buckets.ts';
import { Fault } from '#shared/faults.ts';

const HOUR_MS = 3_600_000;
/** Sites times periods of one answer: a table that a person still looks through. */
const MOST_ROWS = 50_000;

/** The reports of sites, by time and site. */
export async function airIndex(
  ctx: Ctx,
  { site_ids, period, from, to }: ParsedOf<typeof air.index>,
): Promise<AnswerOf<typeof air.index>> {
  const span = wholePeriods(period, from, to);
  const named = await namedSites(ctx, { site_ids });
  const periods = (span.to.getTime() - span.from.getTime()) / (period === 'hour' ? HOUR_MS : 24 * HOUR_MS);
  if (named.length * periods > MOST_ROWS)
    throw new Fault('parameter_error', { fields: [{ field: 'to', problem: 'too_many' }] });
  const { factors, sites } = await airFacts(ctx, named, span.to);
  const asked = { site_ids: sites.map(({ site_id }) => site_id), factors, period, ...span };
  const judged = await readAir(ctx.series, factors, sites, period, span, (rows) =>
    withGaps(ctx, rows, asked),
  );
  const data_info = judged.map(rowOf);
  return { sites: sites.map(siteOf), data_info, total: data_info.length };
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

/** What the reports of these sites are made of. */
export async function airFacts(
  ctx: Ctx,
  named: readonly { site_id: number }[],
  at: Date,
): Promise<{ factors: readonly AirFactor[]; sites: AirSiteFacts[] }> {
  const factors = await ctx.airFactors();
  const site_ids = named.map(({ site_id }) => site_id);
  return { factors, sites: await airSites(ctx, factors, site_ids, at) };
}

export function rowOf({ site_id, ts, report }: Evaluated): AirRow {
  const { edition, items, aqi, band, primary, over } = report;
  return {
    site_id,
    ts,
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
