import { type Sql, sql } from '#server/db/sql.ts';
import { siteComparison } from '#shared/contract/analysis/comparison.ts';
import { analysisValues } from '#shared/contract/analysis/values.ts';
import { siteFit } from '#shared/contract/control/fit.ts';
import { home } from '#shared/contract/home/home.ts';
import { tracks } from '#shared/contract/readings/tracks.ts';
import { yearBefore } from '#shared/domain/time.ts';
import { DAY_MS } from '#shared/domain/time-units.ts';
import type { Network } from './query-data.ts';
import { ask, hourCounts, isoOf, type Question } from './query-questions.ts';

/** The queries of the analysis pages, for a year, a month or a day. */
export function analysisTable(network: Network): Question[] {
  return [
    comparison(network, 365),
    values(network, { sites: 1, factors: 10, days: 365 }),
    values(network, { sites: 10, factors: 4, days: 365 }),
    batchFit(network, 30),
    heatMap(network),
    track(network),
  ];
}

export function analysisOfAllSites(network: Network): Question[] {
  return [comparison(network, 365), batchFit(network, 30)];
}

export function analysisOfSomeDays(network: Network): Question[] {
  return [
    comparison(network, 20),
    values(network, { sites: 10, factors: 4, days: 30 }),
    batchFit(network, 30),
    heatMap(network),
    track(network),
  ];
}

/** The value at this position in the arrays, if its hour is valid. */
const counted = (place: number): Sql => sql`case when ${hourCounts(place)} then avg[${place}] end`;

/**
 * Statistics of the period, a curve per site, and the means of the previous period and of the same period a year ago.
 */
function comparison({ site_ids, fids, to, before }: Network, days: number): Question {
  const from = before(days);
  const [component_id = 0] = fids;
  const meansOf = (first: Date, last: Date) => sql`
    select site_id, avg(${counted(1)}) from rollup_hour
     where site_id = any(${site_ids}) and ts >= ${first} and ts < ${last} group by site_id`;
  const earlier = new Date(from.getTime() - days * DAY_MS);
  const width = 300;
  const seconds = (days * DAY_MS) / 1000 / width;
  return ask(
    `comparison: all sites × one factor × ${days} days of hours`,
    siteComparison.data,
    { site_ids, component_id, level: 'hour', width, ...isoOf(from, to) },
    sql`select site_id, count(v), avg(v), min(v), max(v),
               percentile_cont(array[0.25, 0.5, 0.75, 0.95]) within group (order by v)
          from (select site_id, ${counted(1)} as v from rollup_hour
                 where site_id = any(${site_ids}) and ts >= ${from} and ts < ${to}) h
         group by site_id`,
    sql`select site_id, min(ts), avg(${counted(1)}) from rollup_hour
         where site_id = any(${site_ids}) and ts >= ${from} and ts < ${to}
         group by site_id, date_bin(make_interval(secs => ${seconds}), ts, ${from}) order by site_id, min(ts)`,
    meansOf(earlier, from),
    meansOf(yearBefore(from), yearBefore(to)),
  );
}

/** Every hour; the browser computes roses, profiles and matrices from them. */
function values(
  { site_ids, fids, to, before }: Network,
  { sites, factors, days }: { sites: number; factors: number; days: number },
): Question {
  const from = before(days);
  const asked = site_ids.slice(1, 1 + sites);
  return ask(
    `values: ${sites} sites × ${factors} factors × ${days} days of hours`,
    analysisValues.data,
    { site_ids: asked, component_ids: fids.slice(0, factors), level: 'hour', ...isoOf(from, to) },
    sql`select site_id, ts, avg, valid, expected from rollup_hour
         where site_id = any(${asked}) and ts >= ${from} and ts < ${to} order by site_id, ts`,
  );
}

/** All sites compared with one of them. */
function batchFit({ site_ids, fids, to, before }: Network, days: number): Question {
  const from = before(days);
  const [reference_id = 0, ...others] = site_ids;
  const [component_id = 0] = fids;
  return ask(
    `fit: all sites against one × one factor × ${days} days of hours`,
    siteFit.batch,
    { reference_id, site_ids: others, component_ids: [component_id], ...isoOf(from, to) },
    sql`with hours as (select site_id, ts, ${counted(1)} as v from rollup_hour
                        where site_id = any(${site_ids}) and ts >= ${from} and ts < ${to})
        select s.site_id, regr_slope(r.v, s.v), regr_intercept(r.v, s.v), regr_r2(r.v, s.v), regr_count(r.v, s.v),
               sqrt(avg((r.v - s.v) ^ 2))
          from hours s join hours r using (ts) where r.site_id = ${reference_id} group by s.site_id`,
  );
}

/** A day of the heat map: the hourly values that are interpolated. */
function heatMap({ to, before }: Network): Question {
  const from = before(1);
  return ask(
    'heat map: all sites × PM2.5 × a day of hours',
    home.replay,
    { to: to.toISOString(), hours: 24, code: 'a34004' },
    sql`select site_id, ts, avg, valid, expected from rollup_hour
         where site_id in (select site_id from site) and ts >= ${from} and ts < ${to} order by site_id, ts`,
  );
}

/** Three days of a mobile station's track, minute by minute. */
function track({ mobile_id, fids, to, before }: Network): Question {
  const from = before(3);
  return ask(
    'track: one mobile station × one factor × three days of minutes',
    tracks.points,
    {
      site_id: mobile_id,
      component_ids: fids.slice(0, 1),
      data_type: 'minute',
      ...isoOf(from, to),
    },
    sql`select ts, avg, flags from reading_minute
         where site_id = ${mobile_id} and ts >= ${from} and ts < ${to} order by ts`,
  );
}
