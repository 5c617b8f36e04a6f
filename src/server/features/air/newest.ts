import { sql } from '#server/db/sql.ts';
import type { Ctx } from '#server/http/ctx.ts';
import { scope } from '#server/scope.ts';
import { evaluateHours } from '#server/standards/air-evaluate.ts';
import { airFactors, siteFacts, siteSetups } from '#server/standards/air-factors.ts';
import { withExemptions } from '#server/standards/exempt.ts';
import type { RankedSite } from '#shared/contract/air.ts';
import type { ListAnswer } from '#shared/contract/define.ts';
import { aqiBand } from '#shared/domain/aqi-bands.ts';
import type { Pollutant } from '#shared/domain/pollutants.ts';

const HOUR_MS = 3_600_000;
/** An hour is summed up when it is over; one that is older than this is no longer how the air is now. */
const NEW_ENOUGH_MS = 3 * HOUR_MS;

export interface NewestHour extends RankedSite {
  /** The level of each kind of particles by its individual index. */
  particles: { pm25: number | null; pm10: number | null };
}

/** How the air is now: the newest hour of every site that the user may see. Virtual data are left out. */
export async function newestHours(
  ctx: Ctx,
  site_type: string | undefined,
  pollutant: Pollutant = 'pm25',
): Promise<NewestHour[]> {
  const seen = scope(ctx.user, sql`s.site_id`);
  const [factors, setups] = await Promise.all([airFactors(ctx.db), siteSetups(ctx.db, seen)]);
  const site_ids = setups.map(({ site_id }) => site_id);
  const now = ctx.now();
  const [facts, rows] = await Promise.all([
    withExemptions(ctx, siteFacts(factors, setups), factors, now),
    ctx.series.buckets({
      level: 'hour',
      site_ids,
      fids: factors.map(({ fid }) => fid),
      from: new Date(now.getTime() - NEW_ENOUGH_MS),
      to: now,
      newest_only: true,
      extremes: false,
    }),
  ]);
  const sites = new Map(
    facts
      .filter((site) => !site.virtual_data && site.site_type === (site_type ?? site.site_type))
      .map((site) => [site.site_id, site]),
  );
  const exemptOf = (site_id: number) => sites.get(site_id)?.exempt ?? [];
  return evaluateHours(rows, factors, exemptOf, new Date(0)).flatMap(({ site_id, ts, report }) => {
    const site = sites.get(site_id);
    if (!site) return [];
    const { site_name, mn, virtual_data, city_code } = site;
    const item = (wanted: Pollutant) => report.items.find((each) => each.pollutant === wanted);
    const levelOf = (wanted: Pollutant) => aqiBand(item(wanted)?.iaqi)?.level ?? null;
    return {
      ...{ site_id, site_name, mn, virtual_data, city_code, ts },
      aqi: report.aqi,
      level: report.band?.level ?? null,
      primary: report.primary,
      concentration: item(pollutant)?.concentration ?? null,
      particles: { pm25: levelOf('pm25'), pm10: levelOf('pm10') },
    };
  });
}

/** Those with a figure, by it. */
export function ranking(
  rows: readonly NewestHour[],
  { order, limit }: { order: 'best' | 'worst'; limit: number },
  figureOf: (row: NewestHour) => number | null,
): ListAnswer<RankedSite> {
  const sign = order === 'best' ? 1 : -1;
  const known = rows
    .flatMap((row) => {
      const figure = figureOf(row);
      return figure === null ? [] : [{ row, figure }];
    })
    .sort((a, b) => sign * (a.figure - b.figure));
  return { data_info: known.slice(0, limit).map(({ row }) => row), total: known.length };
}
