import { requireCovers } from '#server/authority/authority.ts';
import { json, sql } from '#server/db/sql.ts';
import { touch } from '#server/db/touch.ts';
import { handlers } from '#server/http/handlers.ts';
import { duty } from '#shared/contract/groups/duty.ts';
import type { DutyBand } from '#shared/domain/duty.ts';
import { Fault } from '#shared/faults.ts';

export const dutyRoutes = handlers(duty, {
  get: async ({ db }, { user_group_id }) => {
    const group = await db.one<{ version: number }>(
      sql`select version from user_group where user_group_id = ${user_group_id}`,
    );
    if (!group) throw new Fault('no_data');
    const duties = await db.rows<DutyBand & { real_name: string }>(sql`
      select d.user_id, d.weekday, d.start_time, d.end_time, u.real_name
        from user_duty d join user_account u using (user_id)
       where d.user_group_id = ${user_group_id}
       order by d.start_time, d.end_time, d.user_id, d.weekday`);
    return { version: group.version, duties };
  },

  set: async (ctx, { user_group_id, version, duties }) => {
    const { db } = ctx;
    await touch(db, 'user_group', user_group_id, version);
    const wanted = sql`jsonb_to_recordset(${json(duties)})
      as w (user_id integer, weekday smallint, start_time text, end_time text)`;
    const stranger = await db.one<{ name: string }>(sql`
      select coalesce(u.real_name, '#' || w.user_id) as name
        from ${wanted} left join user_account u using (user_id)
       where not exists (select 1 from user_group_member m
                          where m.user_group_id = ${user_group_id} and m.user_id = w.user_id) limit 1`);
    if (stranger)
      throw new Fault('parameter_error', {
        fields: [{ field: 'duties', problem: 'not_a_member', params: { ...stranger } }],
      });
    const turns = sql`select user_id, weekday, start_time, end_time from user_duty
                       where user_group_id = ${user_group_id}`;
    const asked = sql`select w.user_id, w.weekday, w.start_time, w.end_time from ${wanted}`;
    const changed = await db.rows<{ user_id: number }>(sql`
      select user_id from ((${turns} except ${asked}) union all (${asked} except ${turns})) c`);
    await requireCovers(
      ctx,
      changed.map(({ user_id }) => user_id),
    );
    // Unchanged turns are kept, so that they cause no audit entries.
    await db.run(sql`
      delete from user_duty d where user_group_id = ${user_group_id}
         and not exists (select 1 from ${wanted}
                          where (w.user_id, w.weekday, w.start_time, w.end_time)
                              = (d.user_id, d.weekday, d.start_time, d.end_time))`);
    await db.run(sql`
      insert into user_duty (user_group_id, user_id, weekday, start_time, end_time)
      select ${user_group_id}, w.user_id, w.weekday, w.start_time, w.end_time from ${wanted}
      on conflict do nothing`);
    return {};
  },
});
