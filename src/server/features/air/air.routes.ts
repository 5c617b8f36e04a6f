import type { Ctx } from '#server/http/ctx.ts';
import { handlers } from '#server/http/handlers.ts';
import { namedSites } from '#server/scope.ts';
import { bySite } from '#server/series/by-site.ts';
import type { Evaluated } from '#server/standards/air-evaluate.ts';
import { type AirFactor, type AirSiteFacts, airFactors, airSites } from '#server/standards/air-factors.ts';
import { readAir } from '#server/standards/air-read.ts';
import { type AirRow, type AirSite, air } from '#shared/contract/air.ts';
import type { Level } from '#shared/domain/buckets.ts';
import { bucketOf } from '#shared/domain/buckets.ts';
import { Fault } from '#shared/faults.ts';
import { dayCounts, periodIndex } from './good-rate.ts';
import { newestHours, ranking } from './newest.ts';

const HOUR_MS = 3_600_000;
/** Sites times periods of one answer: a table that a person still looks through. */
const MOST_ROWS = 50_000;

export const airRoutes = handlers(air, {
  index: async (ctx, { site_ids, period, from, to }) => {
    const span = wholePeriods(period, from, to);
    const named = await namedSites(ctx, { site_ids });
    const periods = (span.to.getTime() - span.from.getTime()) / (period === 'hour' ? HOUR_MS : 24 * HOUR_MS);
    if (named.length * periods > MOST_ROWS)
      throw new Fault('parameter_error', { fields: [{ field: 'to', problem: 'too_many' }] });
    const { factors, sites } = await prepare(ctx, named);
    const data_info = (await readAir(ctx.series, factors, sites, period, span)).map(rowOf);
    return { sites: sites.map(siteOf), data_info, total: data_info.length };
  },

  goodRate: async (ctx, { site_ids, from, to }) => {
    const span = wholePeriods('day', from, to);
    const { factors, sites } = await prepare(ctx, await namedSites(ctx, { site_ids }));
    // Virtual data are judged only when they are asked for by name.
    const chosen = sites.filter(
      ({ site_type, virtual_data }) => site_type !== 'water' && (site_ids !== undefined || !virtual_data),
    );
    const before = { from: yearBefore(span.from), to: yearBefore(span.to) };
    const [now, then] = await Promise.all(
      [span, before].map(async (each) => bySite(await readAir(ctx.series, factors, chosen, 'day', each))),
    );
    const data_info = chosen.map((site) => {
      const days = now?.get(site.site_id) ?? [];
      const { index, primary } = periodIndex(days, span.to);
      return {
        ...siteOf(site),
        now: dayCounts(days, span),
        year_before: dayCounts(then?.get(site.site_id) ?? [], before),
        index,
        index_primary: primary,
      };
    });
    return { data_info, total: data_info.length };
  },

  aqiRank: async (ctx, wanted) => ranking(await newestHours(ctx, wanted.site_type), wanted, ({ aqi }) => aqi),
  pmRank: async (ctx, { pollutant, ...wanted }) =>
    ranking(await newestHours(ctx, wanted.site_type, pollutant), wanted, (row) => row.concentration),

  levelCount: async (ctx, { site_type }) => {
    const rows = await newestHours(ctx, site_type);
    const levels = { aqi: none(), pm25: none(), pm10: none() };
    for (const { level, particles } of rows) {
      count(levels.aqi, level);
      count(levels.pm25, particles.pm25);
      count(levels.pm10, particles.pm10);
    }
    const sites = await namedSites(ctx, {});
    return { ...levels, none: Math.max(0, sites.length - levels.aqi.reduce((sum, each) => sum + each, 0)) };
  },
});

const none = () => [0, 0, 0, 0, 0, 0];

function count(levels: number[], level: number | null): void {
  if (level !== null) levels[level - 1] = (levels[level - 1] ?? 0) + 1;
}

interface Span {
  from: Date;
  to: Date;
}

function wholePeriods(level: Level, from: string, to: string): Span {
  const span = { from: bucketOf(level, new Date(from)), to: new Date(to) };
  if (span.from > span.to) throw new Fault('start_after_end');
  return span;
}

/** On the same day of the year; the 29th of February becomes the 1st of March. */
function yearBefore(at: Date): Date {
  const before = new Date(at);
  before.setUTCFullYear(before.getUTCFullYear() - 1);
  return before;
}

async function prepare(
  { db }: Ctx,
  named: readonly { site_id: number }[],
): Promise<{ factors: AirFactor[]; sites: AirSiteFacts[] }> {
  const factors = await airFactors(db);
  const site_ids = named.map(({ site_id }) => site_id);
  return { factors, sites: await airSites(db, factors, site_ids) };
}

function rowOf({ site_id, ts, report }: Evaluated): AirRow {
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

function siteOf({ site_id, site_name, mn, virtual_data }: AirSiteFacts): AirSite {
  return { site_id, site_name, mn, virtual_data };
}
