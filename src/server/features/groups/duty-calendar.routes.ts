import type { Ctx } from '#server/app.ts';
import { requireCovers } from '#server/authority/authority.ts';
import { json, sql } from '#server/db/sql.ts';
import { touch } from '#server/db/touch.ts';
import { onDuty } from '#server/duty/on-duty.ts';
import { dutyPlans } from '#server/duty/plan.ts';
import { handlers } from '#server/http/handlers.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import { dutyCalendar } from '#shared/contract/groups/duty-calendar.ts';
import { dateAfter, gapsOn, turnsOn } from '#shared/domain/duty-calendar.ts';
import { may } from '#shared/domain/may.ts';
import { formatTime } from '#shared/domain/time.ts';
import { Fault } from '#shared/faults.ts';

type Answer = AnswerOf<typeof dutyCalendar.data>;

const isMember = ({ user }: Ctx) => sql`exists (
  select from user_group_member m where m.user_group_id = g.user_group_id and m.user_id = ${user.user_id})`;

/** A roster is visible to the group's members and to users with `group.read`. */
async function requireSees(ctx: Ctx, user_group_id: number): Promise<{ version: number }> {
  const group = await ctx.db.one<{ version: number; is_member: boolean }>(sql`
    select g.version, ${isMember(ctx)} as is_member from user_group g where g.user_group_id = ${user_group_id}`);
  if (!group) throw new Fault('no_data');
  if (!group.is_member && !may(ctx.user, 'group.read'))
    throw new Fault('no_authority', { detail: 'power_missing', params: { power: 'group.read' } });
  return group;
}

function datesFrom(from: string, to: string): string[] {
  const dates: string[] = [];
  for (let date = from; date <= to; date = dateAfter(date, 1)) dates.push(date);
  return dates;
}

export const dutyCalendarRoutes = handlers(dutyCalendar, {
  groups: async (ctx) => {
    const { db, user } = ctx;
    const groups = await db.rows<{ user_group_id: number; user_group_name: string; is_member: boolean }>(sql`
      select g.user_group_id, g.user_group_name, ${isMember(ctx)} as is_member from user_group g
       where ${may(user, 'group.read')} or ${isMember(ctx)}
       order by is_member desc, g.user_group_name collate "zh-x-icu", g.user_group_id`);
    const ids = groups.map(({ user_group_id }) => user_group_id);
    const now = await onDuty(db, ids, ctx.now());
    const people = await db.rows<{ user_id: number; real_name: string }>(sql`
      select user_id, real_name from user_account where user_id = any(${now.map(({ user_id }) => user_id)})`);
    return {
      data_info: groups.map((group) => ({
        ...group,
        now: people.filter(({ user_id }) =>
          now.some((one) => one.user_group_id === group.user_group_id && one.user_id === user_id),
        ),
      })),
    };
  },

  data: async (ctx, { user_group_id, from, to }) => {
    const { db } = ctx;
    const { version } = await requireSees(ctx, user_group_id);
    // The night turn of the previous day ends on the first morning.
    const plan = (await dutyPlans(db, [user_group_id], dateAfter(from, -1), to)).get(user_group_id);
    if (!plan) throw new Fault('no_data');
    const notes = await db.rows<{ on_date: string; note: string }>(sql`
      select on_date, note from duty_day where user_group_id = ${user_group_id} and on_date between ${from} and ${to}`);
    return {
      version,
      people: await db.rows<Answer['people'][number]>(sql`
        select u.user_id, u.real_name from user_group_member join user_account u using (user_id)
         where user_group_id = ${user_group_id} order by u.real_name collate "zh-x-icu", u.user_id`),
      days: datesFrom(from, to).map((on_date) => ({
        on_date,
        is_holiday: plan.holidays.has(on_date),
        is_own: plan.days.has(on_date),
        note: notes.find((one) => one.on_date === on_date)?.note ?? '',
        turns: turnsOn(plan, on_date).map(({ from: _from, to: _to, on_date: _date, ...turn }) => turn),
        gaps: gapsOn(plan, on_date),
      })),
      swaps: await db.rows<Answer['swaps'][number]>(sql`
        select swap_id, user_id, to_user_id, on_date, start_time, end_time, return_date, return_start, note, state,
               asked_by, decided_by
          from duty_swap
         where user_group_id = ${user_group_id}
           and (state = 'asked' and on_date >= ${formatTime(ctx.now(), 'yyyy-MM-dd')}
                or on_date between ${from} and ${to} or return_date between ${from} and ${to})
         order by on_date, start_time, swap_id`),
    };
  },

  setDay: async (ctx, { user_group_id, version, on_date, is_own, note, turns }) => {
    const { db } = ctx;
    await touch(db, 'user_group', user_group_id, version);
    await requireSees(ctx, user_group_id);
    const before = await db.rows<{ user_id: number }>(sql`
      select user_id from duty_day_turn where user_group_id = ${user_group_id} and on_date = ${on_date}`);
    await requireCovers(
      ctx,
      [...before, ...turns].map(({ user_id }) => user_id),
    );
    await db.run(sql`delete from duty_day where user_group_id = ${user_group_id} and on_date = ${on_date}`);
    if (!is_own) return {};
    await db.run(sql`
      insert into duty_day (user_group_id, on_date, note) values (${user_group_id}, ${on_date}, ${note})`);
    await db.run(sql`
      insert into duty_day_turn (user_group_id, on_date, user_id, start_time, end_time)
      select ${user_group_id}, ${on_date}, w.user_id, w.start_time, w.end_time
        from jsonb_to_recordset(${json(turns)}) as w (user_id integer, start_time text, end_time text)`);
    return {};
  },
});
