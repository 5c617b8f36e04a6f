import { requireCovers } from '#server/authority/authority.ts';
import { sql } from '#server/db/sql.ts';
import { handlers } from '#server/http/handlers.ts';
import { list } from '#server/http/list.ts';
import { scope } from '#server/scope.ts';
import { onlineActions, onlineUsers } from '#shared/contract/access/users.ts';
import { Fault } from '#shared/faults.ts';
import { revokeSessions } from './sessions.ts';

/** An open page makes a call at least every minute, and `seen_at` is updated once a minute. */
const ONLINE_MINUTES = 5;
const MOST_ORDERS = 5;

const online = list(onlineUsers, {
  select: ({ user, now }) => sql`
    select s.session_id::text, s.user_id, u.account, u.real_name, r.role_name, r.role_name_en, s.platform, s.ip,
           s.user_agent, s.created_at, s.seen_at, s.session_id = ${user.session_id} as current
      from session s join user_account u using (user_id) join role r using (role_id)
     where s.revoked_at is null and s.expires_at > ${now()}
       and s.seen_at > ${now()}::timestamptz - make_interval(mins => ${ONLINE_MINUTES})`,
  sort: sql`seen_at desc, session_id`,
});

const actions = handlers(onlineActions, {
  out: async (ctx, { session_ids }) => {
    const owners = await ctx.db.rows<{ user_id: number }>(sql`
      select distinct user_id from session where session_id = any(${session_ids}::uuid[])`);
    if (owners.length === 0) throw new Fault('no_data');
    await requireCovers(
      ctx,
      owners.map(({ user_id }) => user_id),
    );
    await revokeSessions(ctx.db, session_ids, 'signed_out_by_administrator');
    await ctx.db.run(sql`
      select write_audit('session', s.user_id::text, 'sign_out', null,
                         jsonb_build_object('platform', s.platform, 'ip', s.ip))
        from session s where s.session_id = any(${session_ids}::uuid[])`);
    return {};
  },

  losses: async (ctx, { user_id: user_ids }) => {
    await requireCovers(ctx, user_ids);
    const { db, user, now } = ctx;
    const open = sql`select order_id, order_title, due_at from work_order
                      where closed_at is null and assignee_id = any(${user_ids})
                        and (site_id is null or ${scope(user, sql`site_id`)})`;
    const counts = await db.one<{ shifts: number; orders: number; plans: number; meetings: number }>(sql`
      select (select count(*)::integer from user_duty where user_id = any(${user_ids}))
           + (select count(*)::integer from duty_day_turn
               where user_id = any(${user_ids}) and on_date >= ${now()}::date) as shifts,
             (select count(*)::integer from (${open}) o) as orders,
             (select count(*)::integer from order_plan where assignee_id = any(${user_ids})) as plans,
             (select count(*)::integer from meeting
               where appointer_id = any(${user_ids}) and ends_at > ${now()}) as meetings`);
    if (!counts) throw new Fault('no_data');
    const order_list = await db.rows<{ order_id: number; order_title: string }>(sql`
      select order_id::integer, order_title from (${open}) o order by due_at nulls last, order_id limit ${MOST_ORDERS}`);
    return { ...counts, order_list };
  },
});

export const onlineRoutes = [online, ...actions];
