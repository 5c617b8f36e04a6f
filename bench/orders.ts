import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { orders } from '#shared/contract/work-orders/orders.ts';
import { orderStatistics } from '#shared/contract/work-orders/statistics.ts';
import { orderStates } from '#shared/domain/order-steps.ts';
import { DAY_MS } from '#shared/domain/time-units.ts';
import { asker, besideSql } from './measure.ts';
import type { Question } from './query-questions.ts';
import { openStage } from './stage.ts';

const ORDERS = 200_000;
const SITES = 500;
const DAYS = 730;

/** List, board and statistics of 200,000 orders through the real calls, compared with the bare statements. */
export async function benchOrders(): Promise<void> {
  const stage = await openStage({ demo: true });
  await fillOrders(stage.db);
  const ask = await asker(stage);
  await besideSql(stage.db, ask, questions());
}

/** Nearly all orders are closed, as after two years. */
async function fillOrders(db: Db): Promise<void> {
  await db.run(sql`
    insert into site (mn, site_name) select 'bench-' || n, '站 ' || n from generate_series(1, ${SITES}) n`);
  await db.run(sql`
    with users as (select array_agg(user_id) as ids from user_account),
         sites as (select array_agg(site_id) as ids from site where mn like 'bench-%')
    insert into work_order (order_type_id, form_id, needs_check, site_id, order_title, made_by_name, state, assignee_id,
                            created_at, due_at, accepted_at, done_at, closed_at)
    select f.order_type_id, f.form_id, true, sites.ids[1 + n % ${SITES}], '工单 ' || n, '林清岚', x.state,
           users.ids[1 + n % cardinality(users.ids)], x.at, x.at + interval '1 day', x.at + interval '1 hour',
           case when x.state in ('closed', 'awaiting_check') then x.at + interval '5 hours' end,
           case when x.state in ('closed', 'cancelled') then x.at + interval '9 hours' end
      from generate_series(1, ${ORDERS}) n
     cross join users cross join sites
     cross join lateral (
       select (array['pending', 'accepted', 'in_progress', 'on_hold', 'awaiting_check', 'cancelled'])[
                case when n % 100 < 6 then 1 + n % 100 else null end] as open,
              now() - make_interval(secs => (${ORDERS} - n) * ${(DAYS * 86_400) / ORDERS}::float8) as at) y
     cross join lateral (select coalesce(y.open, 'closed') as state, y.at) x
      join order_form f on f.form_id = 1 + n % 3`);
  await db.run(sql`analyze work_order`);
}

function questions(): Question[] {
  const [from, to] = [new Date(Date.now() - 365 * DAY_MS), new Date(Date.now() + DAY_MS)];
  const page = (state: string | null, rows: number) => sql`
    select o.*, t.type_name, s.site_name, u.real_name from work_order o
      join order_type t using (order_type_id) left join site s using (site_id)
      left join user_account u on u.user_id = o.assignee_id
     where o.state = coalesce(${state}, o.state) order by o.created_at desc, o.order_id desc limit ${rows}`;
  const count = sql`select count(*) from (select from work_order limit 10000) o`;
  const ofState = (state: string) =>
    sql`select count(*) from (select from work_order where state = ${state} limit 10000) o`;
  return [
    { name: 'list: newest', path: orders.list.path, input: { page_size: 20 }, bare: [page(null, 20), count] },
    ...orderStates.map((state) => ({
      name: `board: ${state}`,
      path: orders.list.path,
      input: { state, page_size: 50 },
      bare: [page(state, 50), ofState(state)],
    })),
    {
      name: 'statistics of a year',
      path: orderStatistics.data.path,
      input: { created_at_from: from.toISOString(), created_at_to: to.toISOString() },
      bare: [
        sql`select assignee_id, user_group_id, order_type_id, site_id, to_char(created_at, 'YYYY-MM') as month, count(*),
                   count(*) filter (where closed_at is null), count(*) filter (where done_at > due_at),
                   avg(extract(epoch from accepted_at - created_at)), avg(extract(epoch from done_at - created_at))
              from work_order where created_at >= ${from} and created_at < ${to}
             group by grouping sets ((assignee_id), (user_group_id), (order_type_id), (site_id),
                                     (to_char(created_at, 'YYYY-MM')), ())`,
      ],
    },
  ];
}
