import type { Ctx } from '#server/app.ts';
import { sql } from '#server/db/sql.ts';
import { scope, seenBy } from '#server/scope.ts';
import { evaluateHours } from '#server/standards/air-evaluate.ts';
import { type AirSiteFacts, exemptOf } from '#server/standards/air-factors.ts';
import { withExemptions } from '#server/standards/exempt.ts';
import type { RankedSite } from '#shared/contract/air/air.ts';
import type { ListAnswer } from '#shared/contract/define.ts';
import type { AirReport, ReportedItem } from '#shared/domain/air-report.ts';
import type { Pollutant } from '#shared/domain/pollutants.ts';
import { HOUR_MS } from '#shared/domain/time-units.ts';

/** An hour is evaluated when it is over; older ones are no longer current. */
const NEW_ENOUGH_MS = 3 * HOUR_MS;

export interface NewestHour {
  site: AirSiteFacts;
  ts: string;
  report: AirReport;
}

/** The newest hourly report of every air site that the user may see, without virtual data. */
export async function newestHours(ctx: Ctx, site_type: string | undefined): Promise<NewestHour[]> {
  const [factors, every, isSeen] = await Promise.all([ctx.airFactors(), ctx.everyAirSite(), seenBy(ctx)]);
  const now = ctx.now();
  const wanted = every.filter(
    (site) => !site.virtual_data && site.site_type === (site_type ?? site.site_type) && isSeen(site.site_id),
  );
  const [facts, rows] = await Promise.all([
    withExemptions(ctx, wanted, factors, now),
    ctx.series.buckets({
      level: 'hour',
      site_ids: wanted.map(({ site_id }) => site_id),
      fids: factors.map(({ fid }) => fid),
      from: new Date(now.getTime() - NEW_ENOUGH_MS),
      to: now,
      newest_only: true,
      extremes: false,
    }),
  ]);
  const sites = new Map(facts.map((site) => [site.site_id, site]));
  return evaluateHours(rows, factors, exemptOf(facts), new Date(0)).flatMap(({ site_id, ts, report }) => {
    const site = sites.get(site_id);
    return site ? [{ site, ts, report }] : [];
  });
}

/** Number of sites that could have an AQI; water sites have none. */
export async function judgedSites({ db, user }: Ctx, site_type: string | undefined): Promise<number> {
  const found = await db.one<{ sites: number }>(sql`
    select count(*) as sites from site s
     where ${scope(user, sql`s.site_id`)} and not s.virtual_data and s.site_type <> 'water'
       and s.site_type = coalesce(${site_type ?? null}, s.site_type)`);
  return found?.sites ?? 0;
}

export function itemOf({ report }: NewestHour, pollutant: Pollutant): ReportedItem | undefined {
  return report.items.find((each) => each.pollutant === pollutant);
}

interface Order {
  order: 'best' | 'worst';
  limit: number;
  /** The pollutant of the reported concentration. */
  pollutant?: Pollutant;
}

/** Sites without a figure are left out. */
export function ranking(
  hours: readonly NewestHour[],
  { order, limit, pollutant = 'pm25' }: Order,
  figureOf: (hour: NewestHour) => number | null | undefined,
): ListAnswer<RankedSite> {
  const sign = order === 'best' ? 1 : -1;
  const known = hours
    .flatMap((hour) => {
      const figure = figureOf(hour) ?? null;
      return figure === null ? [] : [{ hour, figure }];
    })
    .sort((a, b) => sign * (a.figure - b.figure));
  return {
    data_info: known.slice(0, limit).map(({ hour }) => rankedSite(hour, pollutant)),
    total: known.length,
  };
}

function rankedSite(hour: NewestHour, pollutant: Pollutant): RankedSite {
  const { site_id, site_name, mn, virtual_data, city_code } = hour.site;
  const { aqi, band, primary } = hour.report;
  return {
    site_id,
    site_name,
    mn,
    virtual_data,
    city_code,
    ts: hour.ts,
    aqi,
    level: band?.level ?? null,
    primary,
    concentration: itemOf(hour, pollutant)?.concentration ?? null,
  };
}
