import { join, type Sql, sql } from '#server/db/sql.ts';
import { air } from '#shared/contract/air/air.ts';
import type { Call } from '#shared/contract/define.ts';
import { history } from '#shared/contract/readings/history.ts';
import { realtime } from '#shared/contract/readings/realtime.ts';
import { reports } from '#shared/contract/reports/reports.ts';
import { reportPeriod } from '#shared/domain/report-period.ts';
import { formatTime } from '#shared/domain/time.ts';
import { type Network, WIDE_DAYS } from './query-data.ts';

/** A call and the equivalent handwritten SQL. */
export interface Question {
  name: string;
  path: string;
  input: object;
  bare: readonly Sql[];
}

/** The queries of the table. */
export function wholeTable(network: Network): Question[] {
  const { site_ids, wide_fids } = network;
  const [first = 0] = site_ids;
  return [
    hoursTable(network, 365),
    hoursChart(network, 365),
    daysChart(network),
    daysFigures(network),
    report(network, 'month'),
    report(network, 'year'),
    latest(network),
    ranking('aqi'),
    ranking('pm'),
    completeness(network),
    chart(network, {
      name: 'chart: one site × 20 factors × three months of minutes',
      data_type: 'minute',
      days: WIDE_DAYS,
      site_ids: [first],
      fids: wide_fids,
      table: sql`reading_minute`,
      counts: () => sql`flags is null`,
    }),
  ];
}

/** Queries whose time may grow with the network, at most linearly. */
export function ofAllSites(network: Network): Question[] {
  return [
    daysChart(network),
    report(network, 'month'),
    report(network, 'year'),
    latest(network),
    completeness(network),
  ];
}

/** Queries about a few days, whose time must not depend on the length of the history. */
export function ofSomeDays(network: Network): Question[] {
  return [
    hoursTable(network, 30),
    hoursChart(network, 30),
    report(network, 'week'),
    latest(network),
    ranking('aqi'),
    completeness(network),
  ];
}

export function ask<Sent, Parsed, Answer>(
  name: string,
  { path }: Call<Sent, Parsed, Answer>,
  input: Sent & object,
  ...bare: Sql[]
): Question {
  return { name, path, input, bare };
}

export const isoOf = (from: Date, to: Date) => ({ from: from.toISOString(), to: to.toISOString() });

function hoursTable({ site_ids, fids, to, before }: Network, days: number): Question {
  const [, site_id = 0] = site_ids;
  const from = before(days);
  const page_size = 10_000;
  return ask(
    `table: one site × 6 factors × ${days} days of hours`,
    history.table,
    {
      site_ids: [site_id],
      component_ids: fids.slice(0, 6),
      data_type: 'hour',
      page_size,
      ...isoOf(from, to),
    },
    sql`select ts, avg, flags, origins, n, valid, expected from rollup_hour
         where site_id = ${site_id} and ts >= ${from} and ts < ${to} order by ts desc limit ${page_size}`,
  );
}

interface ChartOf {
  name: string;
  data_type: 'minute' | 'hour' | 'day';
  days: number;
  site_ids: number[];
  fids: number[];
  table: Sql;
  /** Whether the value at this position is valid. */
  counts(place: number): Sql;
}

const WIDTH = 1000;

/** Minimum and maximum of each of a thousand intervals. The bare SQL uses the known positions in the arrays. */
function chart({ to, before }: Network, of: ChartOf): Question {
  const { name, data_type, days, site_ids, fids, table, counts } = of;
  const from = before(days);
  const seconds = (to.getTime() - from.getTime()) / 1000 / WIDTH;
  const columns = fids.map((_, i) => {
    const value = sql`case when ${counts(i + 1)} then avg[${i + 1}] end`;
    return sql`min(${value}), max(${value})`;
  });
  return ask(
    name,
    history.course,
    { site_ids, component_ids: fids, data_type, ...isoOf(from, to) },
    sql`select site_id, min(ts), ${join(columns)} from ${table}
         where site_id = any(${site_ids}) and ts >= ${from} and ts < ${to}
         group by site_id, date_bin(make_interval(secs => ${seconds}), ts, ${from}) order by site_id, min(ts)`,
  );
}

/** An hour needs three quarters of its minutes, a day 20 of its 24 hours. */
export const hourCounts = (i: number) => sql`valid is null or valid[${i}] >= expected[${i}] * 0.75`;
const dayCounts = (i: number) => sql`valid is null or valid[${i}] >= expected[${i}] * 20 / 24.0`;

function hoursChart(network: Network, days: number): Question {
  return chart(network, {
    name: `chart: one site × 6 factors × ${days} days of hours`,
    data_type: 'hour',
    days,
    site_ids: network.site_ids.slice(1, 2),
    fids: network.fids.slice(0, 6),
    table: sql`rollup_hour`,
    counts: hourCounts,
  });
}

function daysChart(network: Network): Question {
  return chart(network, {
    name: 'chart: all sites × one factor × one year of days',
    data_type: 'day',
    days: 365,
    site_ids: network.site_ids,
    fids: network.fids.slice(0, 1),
    table: sql`rollup_day`,
    counts: dayCounts,
  });
}

function daysFigures({ site_ids, fids, to, before }: Network): Question {
  const from = before(365);
  return ask(
    'figures: all sites × one factor × one year of days',
    history.figures,
    { site_ids, component_ids: fids.slice(0, 1), data_type: 'day', ...isoOf(from, to) },
    sql`select site_id, count(*), count(v), avg(v), min(v), max(v), percentile_cont(0.95) within group (order by v)
          from (select site_id, case when ${dayCounts(1)} then avg[1] end as v from rollup_day
                 where site_id = any(${site_ids}) and ts >= ${from} and ts < ${to}) d
         group by site_id`,
  );
}

/** In days: the last full week or month, or the year that has most of the data. */
const ago = { week: 7, month: 31, year: 200 };

/** Lines and statistics per site and factor. The bare SQL omits the evaluation under the standards. */
function report({ site_ids, before }: Network, kind: keyof typeof ago): Question {
  const date = formatTime(before(ago[kind]), 'yyyy-MM-dd');
  const { from, to } = reportPeriod(kind, date) ?? { from: before(31), to: before(0) };
  const among = sql`site_id = any(${site_ids}) and ts >= ${from} and ts < ${to}`;
  const lines = kind === 'year' ? sql`rollup_month` : sql`rollup_day`;
  return ask(
    `${kind} report: all sites`,
    reports[kind],
    { site_ids, date },
    sql`select site_id, ts, set_id, avg, valid, expected from ${lines} where ${among} order by site_id, ts`,
    sql`select site_id, fid, avg(v), min(v), max(v), count(v), count(*) filter (where v > 75)
          from rollup_day r join factor_set using (set_id),
               unnest(fids, r.avg, r.valid, r.expected) as u (fid, value, ok, due),
               lateral (select case when ok >= due * 20 / 24.0 then value end as v) c
         where ${among} group by site_id, fid`,
  );
}

function latest({ site_ids }: Network): Question {
  return ask(
    'latest of all sites',
    realtime.data,
    { site_ids },
    sql`select site_id, mn, site_name, l.ts, received_at, component_id, component_name, unit, decimals, value
          from site join latest_reading l using (site_id) join factor_set using (set_id),
               unnest(fids, l.avg) as u (component_id, value) join component using (component_id)
         where site_id = any(${site_ids}) and data_type = 'realtime' order by site_name, component.sort`,
  );
}

function ranking(by: 'aqi' | 'pm'): Question {
  return ask(
    `ranking by ${by === 'aqi' ? 'AQI' : 'particles'}`,
    by === 'aqi' ? air.aqiRank : air.pmRank,
    { limit: 100 },
    sql`select * from (
          select distinct on (site_id) site_id, site_name, ts, avg from rollup_hour join site using (site_id)
           where ts >= now() - interval '3 hours' order by site_id, ts desc) newest
         order by avg[1] desc`,
  );
}

/** Number of valid days and hours per site and factor in the last full month. */
function completeness({ site_ids, fids, before }: Network): Question {
  const { from, to } = reportPeriod('month', formatTime(before(31), 'yyyy-MM-dd')) ?? {
    from: before(31),
    to: before(0),
  };
  return ask(
    'completeness of a month: all sites × 10 factors',
    history.table,
    { site_ids, component_ids: fids, data_type: 'month', page_size: 10_000, ...isoOf(from, to) },
    sql`select site_id, fid, ok, due from rollup_month r join factor_set using (set_id),
               unnest(fids, r.valid, r.expected) as u (fid, ok, due)
         where site_id = any(${site_ids}) and ts >= ${from} and ts < ${to} and fid = any(${fids})
         order by site_id, fid`,
  );
}

/** The same query on aggregated data and on received data. */
export interface Twice {
  name: string;
  sums: Sql;
  raw: Sql;
}

export function rollUps({ site_ids, to, before }: Network): Twice[] {
  const since = (days: number) => sql`site_id = any(${site_ids}) and ts >= ${before(days)} and ts < ${to}`;
  return [
    {
      name: 'days of a year, one factor, all sites: sums beside hours as sent',
      sums: sql`select site_id, ts, avg[1] from rollup_day where ${since(365)}`,
      raw: sql`select site_id, date_trunc('day', ts, 'Asia/Shanghai') as day, avg(avg[1]) from reading_hour
                where ${since(365)} and flags is null group by site_id, day`,
    },
    {
      name: 'hours of three days, one factor, all sites: sums beside minutes as sent',
      sums: sql`select site_id, ts, avg[1] from rollup_hour where ${since(3)}`,
      raw: sql`select site_id, date_trunc('hour', ts) as hour, avg(avg[1]) from reading_minute
                where ${since(3)} and flags is null group by site_id, hour`,
    },
    {
      name: 'months of a year, one factor, all sites: sums beside hours as sent',
      sums: sql`select site_id, ts, avg[1] from rollup_month where ${since(365)}`,
      raw: sql`select site_id, date_trunc('month', ts, 'Asia/Shanghai') as month, avg(avg[1]) from reading_hour
                where ${since(365)} and flags is null group by site_id, month`,
    },
  ];
}
