import type { Ctx } from '#server/app.ts';
import { allOf, identifier, type Sql, sql } from '#server/db/sql.ts';
import { handlers, inFairTurn } from '#server/http/handlers.ts';
import { scope } from '#server/scope.ts';
import type { AnswerOf, ParsedOf } from '#shared/contract/define.ts';
import { orderStatistics } from '#shared/contract/work-orders/statistics.ts';
import { networkZone } from '#shared/domain/time.ts';
import { orderScope } from './reach.ts';
import { isOverdue } from './show.ts';

type Asked = ParsedOf<typeof orderStatistics.data>;
type Answer = AnswerOf<typeof orderStatistics.data>;
type Named = Answer['by_person'][number];
type Figures = Omit<Named, 'id' | 'name' | 'name_en'>;

const SITES_SHOWN = 50;

interface Group extends Figures {
  grouped: number;
  assignee_id: number | null;
  user_group_id: number | null;
  order_type_id: number;
  site_id: number | null;
  month: string;
}

/**
 * `grouping(assignee_id, user_group_id, order_type_id, site_id, month)`: a bit is set for each column that is not
 * grouped by.
 */
const by = {
  person: 0b01111,
  group: 0b10111,
  type: 0b11011,
  site: 0b11101,
  month: 0b11110,
  all: 0b11111,
};

/** Counts orders by all dimensions of the page, in one scan. */
async function statistics(ctx: Ctx, asked: Asked): Promise<Answer> {
  const { db } = ctx;
  const groups = await db.rows<Group>(sql`
    select grouping(assignee_id, user_group_id, order_type_id, site_id, month) as grouped, assignee_id, user_group_id,
           order_type_id, site_id, month, count(*) as count, count(*) filter (where is_open) as open,
           count(*) filter (where overdue) as overdue, count(*) filter (where is_timed) as timed,
           count(*) filter (where is_timed and not is_late) as on_time, count(*) filter (where is_fixed) as fixed,
           count(*) filter (where is_fixed and returned = 0 and reopened = 0) as first_time,
           avg(response)::float8 as response, avg(repair)::float8 as repair
      from (select o.assignee_id, o.user_group_id, o.order_type_id, o.site_id, o.returned, o.reopened,
                   to_char(o.created_at at time zone ${networkZone()}, 'YYYY-MM') as month,
                   o.closed_at is null as is_open, ${isOverdue(ctx.now())} as overdue,
                   o.due_at is not null and coalesce(o.done_at, o.closed_at) is not null as is_timed,
                   coalesce(o.done_at, o.closed_at) > o.due_at as is_late,
                   o.state = 'closed' and o.done_at is not null as is_fixed,
                   extract(epoch from o.accepted_at - o.created_at) as response,
                   extract(epoch from o.done_at - o.created_at) as repair
              from work_order o where ${matching(ctx, asked)}) o
     group by grouping sets ((assignee_id), (user_group_id), (order_type_id), (site_id), (month), ())`);
  const groupsBy = (what: keyof typeof by) =>
    groups.filter(({ grouped }) => grouped === by[what]).toSorted((a, b) => b.count - a.count);
  const [all] = groupsBy('all');
  const bySite = await named(ctx, groupsBy('site').slice(0, SITES_SHOWN), 'site_id', sites);
  return {
    ...figuresOf(all ?? nothing),
    by_person: await named(ctx, groupsBy('person'), 'assignee_id', people),
    by_group: await named(ctx, groupsBy('group'), 'user_group_id', userGroups),
    by_type: await named(ctx, groupsBy('type'), 'order_type_id', types),
    by_site: bySite.map((one) => ({ ...one, site_id: one.id })),
    by_month: groupsBy('month')
      .map((group) => ({ month: group.month, ...figuresOf(group) }))
      .toSorted((a, b) => a.month.localeCompare(b.month)),
    availability: await availability(ctx, asked),
  };
}

const nothing: Figures = {
  ...{ count: 0, open: 0, overdue: 0, timed: 0, on_time: 0, fixed: 0, first_time: 0 },
  ...{ response: null, repair: null },
};

function figuresOf(group: Figures): Figures {
  const names = Object.keys(nothing) as (keyof Figures)[];
  return Object.fromEntries(names.map((name) => [name, group[name]])) as unknown as Figures;
}

function matching({ user }: Ctx, asked: Asked): Sql {
  const { created_at_from, created_at_to, ...equal } = asked;
  return allOf([
    orderScope(user, sql`o.site_id`),
    sql`o.created_at >= ${created_at_from} and o.created_at < ${created_at_to}`,
    ...Object.entries(equal)
      .filter(([, value]) => value !== undefined)
      .map(([column, value]) => sql`o.${identifier(column)} = ${value}`),
  ]);
}

type Key = 'assignee_id' | 'user_group_id' | 'order_type_id' | 'site_id';
const people = sql`select user_id as id, real_name as name, null as name_en from user_account`;
const userGroups = sql`select user_group_id as id, user_group_name as name, null as name_en from user_group`;
const types = sql`select order_type_id as id, type_name as name, type_name_en as name_en from order_type`;
const sites = sql`select site_id as id, site_name as name, null as name_en from site`;

async function named({ db }: Ctx, groups: readonly Group[], key: Key, names: Sql): Promise<Named[]> {
  const ids = groups.flatMap((group) => group[key] ?? []);
  const rows = await db.rows<Pick<Named, 'id' | 'name' | 'name_en'>>(
    sql`select id, name, name_en from (${names}) n where id = any(${ids})`,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return groups.map((group) => ({
    id: group[key],
    name: byId.get(group[key])?.name ?? null,
    name_en: byId.get(group[key])?.name_en ?? null,
    ...figuresOf(group),
  }));
}

/** The share of time that a site is not offline, from its offline alarms. */
async function availability({ db, user, now }: Ctx, asked: Asked): Promise<Answer['availability']> {
  const from = new Date(asked.created_at_from);
  const to = new Date(Math.min(Date.parse(asked.created_at_to), now().getTime()));
  if (to <= from) return [];
  return db.rows<Answer['availability'][number]>(sql`
    select s.site_id, s.site_name, s.mn,
           greatest(0, 1 - sum(extract(epoch from least(coalesce(a.ended_at, ${to}), ${to}) - greatest(a.from_at, ${from})))
                           / extract(epoch from ${to}::timestamptz - ${from}::timestamptz))::float8 as share
      from alarm a join site s using (site_id)
     where a.kind = 'offline' and a.end_reason is distinct from 'corrected' and a.from_at < ${to}
       and (a.ended_at is null or a.ended_at > ${from}) and ${scope(user, sql`s.site_id`)}
     group by s.site_id order by share, s.site_id limit ${SITES_SHOWN}`);
}

export const orderStatisticsRoutes = handlers(orderStatistics, { data: inFairTurn(statistics) });
