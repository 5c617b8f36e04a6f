import type { Ctx } from '#server/app.ts';
import { namedSites } from '#server/scope.ts';
import { readAir } from '#server/standards/air-read.ts';
import { airSites } from '#server/standards/exempt.ts';
import type { AnswerOf, ParsedOf } from '#shared/contract/define.ts';
import type { home } from '#shared/contract/home/home.ts';
import { bucketOf } from '#shared/domain/buckets.ts';
import { HOUR_MS } from '#shared/domain/time-units.ts';
import { factorsOf, HOURS, lineOf } from './station-lines.ts';

/** The same limit as in the ranking: older hours are not current. */
const NEW_ENOUGH_HOURS = 3;

type Answer = AnswerOf<typeof home.station>;

/** A station's last 24 hours and the report of its newest hour. */
export async function station(ctx: Ctx, { site_id }: ParsedOf<typeof home.station>): Promise<Answer> {
  const named = await namedSites(ctx, { site_ids: [site_id] });
  const now = ctx.now();
  const to = bucketOf('hour', now);
  const from = new Date(to.getTime() - HOURS * HOUR_MS);
  const rows = await ctx.series.buckets({ level: 'hour', site_ids: [site_id], from, to });
  const factors = await factorsOf(ctx, site_id, [...new Set(rows.flatMap(({ fids }) => fids))]);
  const data_info = factors.map((factor) => ({ ...factor, ...lineOf(rows, factor.component_id, from) }));
  return {
    site_id: named[0]?.site_id ?? site_id,
    from: from.toISOString(),
    to: to.toISOString(),
    factors: { data_info, total: data_info.length },
    hour: await newestHour(ctx, site_id, now),
  };
}

async function newestHour(ctx: Ctx, site_id: number, now: Date): Promise<Answer['hour']> {
  const factors = await ctx.airFactors();
  const sites = await airSites(ctx, factors, [site_id], now);
  if (sites[0]?.site_type === 'water') return null;
  const from = bucketOf('hour', new Date(now.getTime() - NEW_ENOUGH_HOURS * HOUR_MS));
  const newest = (await readAir(ctx.series, factors, sites, 'hour', { from, to: now })).at(-1);
  if (!newest) return null;
  const { aqi, band, primary, edition } = newest.report;
  return { ts: newest.ts, aqi, level: band?.level ?? null, primary, edition };
}
