import type { Db } from '#server/db/pool.ts';
import { json, sql } from '#server/db/sql.ts';
import { dateAfter, weekdayOfDate } from '#shared/domain/duty-calendar.ts';
import { formatTime } from '#shared/domain/time.ts';

export const DUTY_GROUP = '运维值班组';
const members = ['operator', 'manager', 'auditor'];
/** Day and night shifts alternate; at weekends one person has both. */
const week = [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) => [
  { account: members[weekday % 3], weekday, start_time: '08:30', end_time: '17:30' },
  {
    account: members[(weekday + (weekday > 5 ? 0 : 1)) % 3],
    weekday,
    start_time: '17:30',
    end_time: '08:30',
  },
]);

/** A weekly roster, and one date that differs from it, so that the calendar is not empty. */
export async function seedDuty(db: Db): Promise<void> {
  const group = await db.one<{ user_group_id: number }>(sql`
    insert into user_group (user_group_name, remark) values (${DUTY_GROUP}, '演示：报警和工单按值班表通知')
    on conflict do nothing returning user_group_id`);
  if (!group) return;
  const { user_group_id } = group;
  await db.run(sql`
    insert into user_group_member (user_group_id, user_id)
    select ${user_group_id}, user_id from user_account where lower(account) = any(${members})`);
  await db.run(sql`
    insert into user_duty (user_group_id, user_id, weekday, start_time, end_time)
    select ${user_group_id}, u.user_id, w.weekday, w.start_time, w.end_time
      from jsonb_to_recordset(${json(week)}) as w (account text, weekday smallint, start_time text, end_time text)
      join user_account u on lower(u.account) = w.account`);
  const on_date = nextSaturday(formatTime(new Date(), 'yyyy-MM-dd'));
  await db.run(sql`
    insert into duty_day (user_group_id, on_date, note) values (${user_group_id}, ${on_date}, '重污染天气预警，加强值守')`);
  await db.run(sql`
    insert into duty_day_turn (user_group_id, on_date, user_id, start_time, end_time)
    select user_group_id, ${on_date}, user_id, '08:00', '20:00' from user_group_member where user_group_id = ${user_group_id}`);
}

const nextSaturday = (today: string) => dateAfter(today, (13 - weekdayOfDate(today)) % 7 || 7);

/** Removes the group together with its roster. */
export async function removeDuty(db: Db): Promise<void> {
  await db.run(sql`delete from user_group where user_group_name = ${DUTY_GROUP}`);
}
