import { type Sql, sql } from '#server/db/sql.ts';
import { alarmActions, alarmLog } from '#shared/contract/alarms/log.ts';
import { DAY_MS } from '#shared/domain/time-units.ts';
import { asker, besideSql } from './measure.ts';
import { openStage, type Stage } from './stage.ts';

const EPISODES = 1_000_000;
const SITES = 2000;
const COUNTED = 10_000;

interface Asked {
  name: string;
  path: string;
  input: object;
  bare: Sql[];
}

/** The alarm log with a million closed episodes: first page and statistics, compared with the bare statements. */
export async function benchAlarmLog(): Promise<void> {
  const stage = await openStage({ demo: true });
  await fill(stage);
  const ask = await asker(stage);
  const { site_id } = (await stage.db.one<{ site_id: number }>(
    sql`select min(site_id) as site_id from site`,
  )) ?? {
    site_id: 0,
  };
  await besideSql(stage.db, ask, [...pages(site_id), ...sums()]);
}

/** Over a year, of many sites, kinds and factors; one in a hundred handled, one in ten acknowledged, some open. */
async function fill({ db }: Stage): Promise<void> {
  await db.run(sql`
    insert into site (mn, site_name, agreement_id)
    select 'LOG' || n, '站点' || n, (select min(agreement_id) from agreement) from generate_series(1, ${SITES}) n`);
  await db.run(sql`
    with sites as (select array_agg(site_id) as ids from site where mn like 'LOG%'),
         factors as (select array_agg(component_id) as ids from component where category = 'air')
    insert into alarm (site_id, family, kind, component_id, data_type, side, level, from_at, raised_at, opened_at,
                       ended_at, closed_at, end_reason, peak, last_value, values_count, limit_value, acknowledged_at,
                       handled_at, false_alarm, rule_id, cause)
    select sites.ids[1 + n % ${SITES}], case when n % 3 = 0 then 'instrument' else 'measurement' end,
           case n % 3 when 0 then (array['constant', 'zero', 'jump', 'flag'])[1 + n / 3 % 4] else 'over_standard' end,
           factors.ids[1 + n / ${SITES} % array_length(factors.ids, 1)], 'hour', case n % 3 when 0 then '' else 'high' end,
           case when n % 4 = 0 then 'alarm' else 'warning' end, at, at, at, at + interval '3 hours',
           at + interval '3 hours', 'recovered', 80 + n % 100, 60, 3, 75,
           case when n % 10 = 0 then at + interval '5 minutes' end, case when n % 100 = 0 then at + interval '4 hours' end,
           case when n % 100 = 0 then n % 500 = 0 end, case when n % 3 = 0 then null else n % 40 + 1 end,
           (array['regional', 'local', 'instrument'])[1 + n % 3]
      from sites, factors, generate_series(1, ${EPISODES}) n,
           lateral (select now() - interval '1 day' - make_interval(secs => n * 31.0) as at) t`);
  await db.run(sql`vacuum analyze alarm`);
}

const columns = sql`a.*, s.site_name, s.mn, c.component_name, c.component_name_en, c.unit`;
const from = sql`alarm a left join site s using (site_id) left join component c on c.component_id = a.component_id`;

function pages(site_id: number): Asked[] {
  const page = (name: string, input: object, where: Sql): Asked => ({
    ...{ name, path: alarmLog.list.path, input: { page_size: 20, ...input } },
    bare: [
      sql`select ${columns} from ${from} where ${where} order by a.from_at desc, a.alarm_id desc limit 20`,
      sql`select count(*) from (select from alarm a where ${where} limit ${COUNTED}) rows`,
    ],
  });
  const since = new Date(Date.now() - 30 * DAY_MS);
  return [
    page('log, first page of all', {}, sql`true`),
    page('of the last 30 days', { from_at_from: since.toISOString() }, sql`a.from_at >= ${since}`),
    page('of a kind', { kind: 'jump' }, sql`a.kind = 'jump'`),
    page('of a site', { site_id }, sql`a.site_id = ${site_id}`),
    page(
      'recovered, and nobody has handled it',
      { state: 'recovered' },
      sql`a.ended_at is not null and a.handled_at is null`,
    ),
    page('false alarms', { false_alarm: true }, sql`a.false_alarm = true`),
    page('what is open', { state: 'open' }, sql`a.ended_at is null`),
  ];
}

/** The figures of the page, each with its own bare statement. */
function sums(): Asked[] {
  const of = (name: string, input: object, where: Sql): Asked => ({
    ...{ name, path: alarmActions.statistics.path, input },
    bare: [
      sql`select count(*), count(acknowledged_at), count(handled_at), avg(acknowledged_at - opened_at), avg(ended_at - from_at)
            from alarm where ${where}`,
      ...[sql`kind`, sql`site_id`, sql`component_id`, sql`date_trunc('hour', from_at)`, sql`rule_id`].map(
        (key) =>
          sql`select ${key}, count(*), count(*) filter (where level = 'alarm') from alarm where ${where} group by 1`,
      ),
    ],
  });
  const since = new Date(Date.now() - 30 * DAY_MS);
  return [
    of('statistics of the last 30 days', { from_at_from: since.toISOString() }, sql`from_at >= ${since}`),
    of('statistics of all', {}, sql`true`),
  ];
}
