import type { App } from '#server/app.ts';
import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { partsOf, rests } from '#server/heavy/rests.ts';
import type { SeriesStore } from '#server/series/store.ts';
import { type Pollutant, pollutants } from '#shared/domain/pollutants.ts';
import { DAY_MS } from '#shared/domain/time-units.ts';
import { evaluateDays } from './air-evaluate.ts';
import { type AirFactor, type AirSiteFacts, siteFacts, siteSetups } from './air-factors.ts';

const YEARS = 3;
/** Light pollution is above this index. */
const LIGHT = 100;
/** Days that are read and assessed together. */
const DAYS_AT_ONCE = 2000;
const JUDGED_AT_ONCE = 50;

type Asker = { db: Db } & Pick<App, 'series'>;

/** What reports need to know about these sites, in their order. */
export async function airSites(
  asker: Asker,
  factors: readonly AirFactor[],
  site_ids: readonly number[],
  at: Date,
): Promise<readonly AirSiteFacts[]> {
  const setups = await siteSetups(asker.db, sql`s.site_id = any(${[...site_ids]})`);
  const known = new Map(setups.map((setup) => [setup.site_id, setup]));
  const sites = site_ids.flatMap((site_id) => known.get(site_id) ?? []);
  return withExemptions(asker, siteFacts(factors, sites), factors, at);
}

/**
 * HJ 633-2026: a pollutant that a site does not measure does not withhold its index, unless it was the primary
 * pollutant there on a day of light pollution or worse in the three years before.
 */
export async function withExemptions(
  { series }: Pick<Asker, 'series'>,
  sites: readonly AirSiteFacts[],
  factors: readonly AirFactor[],
  at: Date,
): Promise<readonly AirSiteFacts[]> {
  const lacking = await onceMeasured(series, factors, sites, at);
  if (lacking.length === 0) return sites;
  const from = new Date(at);
  from.setUTCFullYear(from.getUTCFullYear() - YEARS);
  const held = new Set<string>();
  const rest = rests();
  for (const site_ids of partsOf(lacking, YEARS * 366, DAYS_AT_ONCE)) {
    const days = await series.buckets({
      ...{ level: 'day', site_ids, from, to: at, extremes: false },
      fids: factors.map(({ fid }) => fid),
    });
    for (const some of partsOf(days, 1, JUDGED_AT_ONCE)) {
      for (const { site_id, report } of evaluateDays(some, factors, () => [])) {
        if (report.aqi === null || report.aqi <= LIGHT) continue;
        for (const pollutant of report.primary) held.add(`${site_id} ${pollutant}`);
      }
      await rest();
    }
  }
  const isExempt = (site_id: number) => (pollutant: Pollutant) => !held.has(`${site_id} ${pollutant}`);
  return sites.map((site) => ({ ...site, exempt: site.exempt.filter(isExempt(site.site_id)) }));
}

/**
 * The (usually few) sites that once sent a pollutant that is not configured and no longer sent. For no other site can
 * an exemption be refused.
 */
async function onceMeasured(
  series: SeriesStore,
  factors: readonly AirFactor[],
  sites: readonly AirSiteFacts[],
  at: Date,
): Promise<number[]> {
  // A site that measures none of them has no index.
  const pairs = sites.flatMap(({ site_id, exempt }) =>
    (exempt.length < pollutants.length ? factors : []).flatMap(({ fid, pollutant, derivation }) =>
      derivation === null && exempt.includes(pollutant) ? [{ site_id, fid }] : [],
    ),
  );
  if (pairs.length === 0) return [];
  return [...(await series.endedBefore(pairs, new Date(at.getTime() - DAY_MS)))];
}
