import type { Ctx } from '#server/app.ts';
import { allOf, type Sql, sql } from '#server/db/sql.ts';
import { alarmScope } from '#server/scope.ts';
import type { alarmActions } from '#shared/contract/alarms/log.ts';
import type { AnswerOf, ParsedOf } from '#shared/contract/define.ts';
import { offsetMs } from '#shared/domain/time.ts';
import { HOUR_MS } from '#shared/domain/time-units.ts';
import { stateIs } from './states.ts';

type Asked = ParsedOf<typeof alarmActions.statistics>;
type Answer = AnswerOf<typeof alarmActions.statistics>;

const SITES_SHOWN = 20;
const RULES_SHOWN = 100;

interface Tally {
  count: number;
  alarms: number;
}

/** A group of one grouping set: by kind, site, factor, hour or rule; `grouped` is the bit mask of `grouping()`. */
interface Group extends Tally {
  grouped: number;
  kind: Answer['by_kind'][number]['kind'];
  site_id: number | null;
  component_id: number | null;
  hour: number;
  rule_id: number | null;
  handled: number;
  false_alarms: number;
}

/** `grouping(kind, site_id, component_id, hour, rule_id)`: a bit is set for each column that is not grouped by. */
const by = { kind: 0b01111, site: 0b10111, factor: 0b11011, hour: 0b11101, rule: 0b01110 };

/** Counts the matching episodes by all dimensions of the page, in one scan. */
export async function alarmStatistics(ctx: Ctx, asked: Asked): Promise<Answer> {
  const which = matching(ctx, asked);
  const groups = await ctx.db.rows<Group>(sql`
    select grouping(kind, site_id, component_id, hour, rule_id) as grouped, kind, site_id, component_id, hour, rule_id,
           count(*) as count, count(*) filter (where level = 'alarm') as alarms,
           count(handled_at) as handled, count(*) filter (where false_alarm) as false_alarms
      from (select kind, site_id, component_id, rule_id, level, handled_at, false_alarm,
                   floor(date_part('epoch', from_at) / 3600)::integer as hour
              from alarm where ${which}) a
     group by grouping sets ((kind), (site_id), (component_id), (hour), (rule_id, kind))`);
  const groupsBy = (what: keyof typeof by) =>
    groups.filter(({ grouped }) => grouped === by[what]).toSorted((a, b) => b.count - a.count);
  const sites = groupsBy('site');
  return {
    ...(await totals(ctx, which)),
    by_kind: groupsBy('kind').map(({ kind, count, alarms }) => ({ kind, count, alarms })),
    by_site: await namedSites(ctx, sites.slice(0, SITES_SHOWN)),
    sites: sites.length,
    by_factor: await namedFactors(ctx, groupsBy('factor')),
    ...overTime(groupsBy('hour')),
    rules: await league(ctx, which, groupsBy('rule')),
  };
}

/** Episodes that the user sees, without those that late values revoked. */
function matching({ user }: Ctx, asked: Asked): Sql {
  const { state, acknowledged, handled, from_at_from, from_at_to } = asked;
  const equal = (column: Sql, value: unknown) => (value === undefined ? [] : [sql`${column} = ${value}`]);
  const isThere = (column: Sql, wanted: boolean | undefined) =>
    wanted === undefined ? [] : [wanted ? sql`${column} is not null` : sql`${column} is null`];
  // Open alarms count regardless of the period, as in the list.
  const period =
    state === 'open'
      ? []
      : [
          ...(from_at_from ? [sql`from_at >= ${from_at_from}`] : []),
          ...(from_at_to ? [sql`from_at < ${from_at_to}`] : []),
        ];
  return allOf([
    alarmScope(user, sql`site_id`),
    sql`end_reason is distinct from 'corrected'`,
    ...period,
    ...(state ? [stateIs[state]] : []),
    ...equal(sql`family`, asked.family),
    ...equal(sql`kind`, asked.kind),
    ...equal(sql`level`, asked.level),
    ...equal(sql`site_id`, asked.site_id),
    ...equal(sql`component_id`, asked.component_id),
    ...equal(sql`cause`, asked.cause),
    ...equal(sql`false_alarm`, asked.false_alarm),
    ...equal(sql`rule_id`, asked.rule_id),
    ...isThere(sql`acknowledged_at`, acknowledged),
    ...isThere(sql`handled_at`, handled),
  ]);
}

type Totals = Pick<
  Answer,
  keyof Tally | 'open' | 'acknowledged' | 'handled' | 'false_alarms' | 'acknowledged_after' | 'lasted'
>;

async function totals({ db }: Ctx, which: Sql): Promise<Totals> {
  const row = await db.one<Totals>(sql`
    select count(*) as count, count(*) filter (where level = 'alarm') as alarms,
           count(*) filter (where ended_at is null) as open, count(acknowledged_at) as acknowledged,
           count(handled_at) as handled, count(*) filter (where false_alarm) as false_alarms,
           avg(date_part('epoch', acknowledged_at - opened_at)) as acknowledged_after,
           avg(date_part('epoch', ended_at - from_at)) as lasted
      from alarm where ${which}`);
  if (!row) throw new Error('an aggregate without a row');
  return row;
}

async function namedSites({ db }: Ctx, groups: readonly Group[]): Promise<Answer['by_site']> {
  const rows = await db.rows<{ site_id: number; site_name: string; mn: string }>(sql`
    select site_id, site_name, mn from site where site_id = any(${groups.flatMap(({ site_id }) => site_id ?? [])})`);
  const named = new Map(rows.map((site) => [site.site_id, site]));
  return groups.map(({ site_id, count, alarms }) => {
    const { site_name = null, mn = null } = named.get(site_id ?? 0) ?? {};
    return { site_id, site_name, mn, count, alarms };
  });
}

async function namedFactors({ db }: Ctx, groups: readonly Group[]): Promise<Answer['by_factor']> {
  const ids = groups.flatMap(({ component_id }) => component_id ?? []);
  const rows = await db.rows<Omit<Answer['by_factor'][number], keyof Tally>>(sql`
    select component_id, component_name, component_name_en, formula from component where component_id = any(${ids})`);
  const named = new Map(rows.map((factor) => [factor.component_id, factor]));
  return groups.flatMap(({ component_id, count, alarms }) => {
    const factor = named.get(component_id ?? 0);
    return factor ? [{ ...factor, count, alarms }] : [];
  });
}

/** Converts UTC hours to days and hours of the week in the network's time zone. */
function overTime(hours: readonly Group[]): Pick<Answer, 'by_day' | 'by_hour_of_week'> {
  const days = new Map<string, Tally>();
  const week = Array.from({ length: 7 }, () => new Array<number>(24).fill(0));
  for (const { hour, count, alarms } of hours) {
    const at = hour * HOUR_MS;
    const wall = new Date(at + offsetMs(at));
    const day = wall.toISOString().slice(0, 10);
    const known = days.get(day) ?? { count: 0, alarms: 0 };
    days.set(day, { count: known.count + count, alarms: known.alarms + alarms });
    const row = week[(wall.getUTCDay() + 6) % 7];
    if (row) row[wall.getUTCHours()] = (row[wall.getUTCHours()] ?? 0) + count;
  }
  const by_day = [...days].map(([day, tally]) => ({ day, ...tally }));
  return { by_day: by_day.toSorted((a, b) => a.day.localeCompare(b.day)), by_hour_of_week: week };
}

type LeagueRow = Answer['rules'][number];

/** Most false alarms first, then most episodes. */
async function league({ db }: Ctx, which: Sql, groups: readonly Group[]): Promise<Answer['rules']> {
  const worst = groups
    .toSorted((a, b) => b.false_alarms - a.false_alarms || b.count - a.count)
    .slice(0, RULES_SHOWN);
  const ids = worst.flatMap(({ rule_id }) => rule_id ?? []);
  // A deleted rule is shown by its last version.
  const rules = await db.rows<
    Pick<LeagueRow, 'scope' | 'place' | 'data_type' | 'is_deleted'> & NamedRule
  >(sql`
    select v.rule_id, v.rule->>'scope' as scope, v.ended_at is not null as is_deleted, v.rule->>'data_type' as data_type,
           coalesce((select p.product_name from product_line p where p.product_id = (v.rule->>'product_id')::integer),
                    (select s.site_name from site s where s.site_id = (v.rule->>'site_id')::integer)) as place,
           c.component_name, c.component_name_en, c.formula
      from (select distinct on (rule_id) * from alarm_rule_version
             where rule_id = any(${ids}) order by rule_id, version desc) v
      left join component c on c.component_id = (v.rule->>'component_id')::integer`);
  const named = new Map(rules.map(({ rule_id, ...rule }) => [rule_id, rule]));
  const overruled = await db.rows<{ rule_id: number | null; kind: string; count: number }>(sql`
    select rule_id, kind, count(*) as count from alarm
     where ${which} and exists (select from alarm_step s where s.alarm_id = alarm.alarm_id and s.did = 'cause_overruled')
     group by 1, 2`);
  return worst.map(({ rule_id, kind, count, alarms, handled, false_alarms }) => ({
    ...{ rule_id, kind, count, alarms, handled, false_alarms },
    ...(named.get(rule_id ?? 0) ?? unnamed),
    overruled: overruled.find((one) => one.rule_id === rule_id && one.kind === kind)?.count ?? 0,
  }));
}

interface NamedRule {
  rule_id: number;
  component_name: string | null;
  component_name_en: string | null;
  formula: string | null;
}

const unnamed = {
  ...{ scope: null, place: null, data_type: null, is_deleted: false },
  ...{ component_name: null, component_name_en: null, formula: null },
};
