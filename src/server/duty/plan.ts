import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import type { DutyBand } from '#shared/domain/duty.ts';
import type { AgreedSwap, DutyPlan, PlannedTurn } from '#shared/domain/duty-calendar.ts';

interface Day {
  user_group_id: number;
  on_date: string;
  turns: PlannedTurn[];
}

/** The duty plans of these groups: weekly roster, special days, swaps and holidays. */
export async function dutyPlans(
  db: Db,
  user_group_ids: readonly number[],
  first: string,
  last: string,
): Promise<Map<number, DutyPlan>> {
  const ids = [...new Set(user_group_ids)];
  const bands = await db.rows<DutyBand & { user_group_id: number }>(sql`
    select user_group_id, user_id, weekday, start_time, end_time from user_duty
     where user_group_id = any(${ids})`);
  const days = await db.rows<Day>(sql`
    select d.user_group_id, d.on_date,
           coalesce(jsonb_agg(jsonb_build_object('user_id', t.user_id, 'start_time', t.start_time, 'end_time', t.end_time))
                      filter (where t.user_id is not null), '[]') as turns
      from duty_day d left join duty_day_turn t using (user_group_id, on_date)
     where d.user_group_id = any(${ids}) and d.on_date between ${first} and ${last}
     group by d.user_group_id, d.on_date`);
  const swaps = await db.rows<AgreedSwap & { user_group_id: number }>(sql`
    select swap_id, user_group_id, user_id, to_user_id, on_date, start_time, return_date, return_start from duty_swap
     where user_group_id = any(${ids}) and state = 'agreed'
       and (on_date between ${first} and ${last} or return_date between ${first} and ${last})
     order by decided_at, swap_id`);
  const holidays = await holidaysBetween(db, first, last);
  const of = (group: number) => (row: { user_group_id: number }) => row.user_group_id === group;
  return new Map(
    ids.map((group) => [
      group,
      {
        bands: bands.filter(of(group)),
        holidays,
        days: new Map(days.filter(of(group)).map(({ on_date, turns }) => [on_date, turns])),
        swaps: swaps.filter(of(group)),
      },
    ]),
  );
}

/** Dates without working hours; the same calendar as for deadlines. */
async function holidaysBetween(db: Db, first: string, last: string): Promise<ReadonlySet<string>> {
  const rows = await db.rows<{ on_date: string }>(sql`
    select d.key as on_date from order_calendar, jsonb_each(case jsonb_typeof(days) when 'object' then days else '{}' end) d
     where d.value = '[]' and d.key between ${first} and ${last}`);
  return new Set(rows.map(({ on_date }) => on_date));
}
