import { sql } from '#server/db/sql.ts';
import { handlers } from '#server/http/handlers.ts';
import { unchosen } from '#server/messages/notify.ts';
import { devices, type NoticeChoices, notices } from '#shared/contract/access/personal.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import { Fault } from '#shared/faults.ts';
import { revokeOthers, revokeSession } from './sessions.ts';

type Device = AnswerOf<typeof devices.data>['data_info'][number];

const deviceRoutes = handlers(devices, {
  data: async ({ db, user, now }) => {
    const data_info = await db.rows<Device>(sql`
      select session_id, platform, ip, user_agent, created_at, seen_at, session_id = ${user.session_id} as current
        from session
       where user_id = ${user.user_id} and revoked_at is null and expires_at > ${now()}
       order by current desc, seen_at desc`);
    return { data_info, total: data_info.length };
  },

  out: async ({ db, user }, { session_id }) => {
    // Only the user's own sessions: knowing the ID of another one is not enough.
    const device = await db.one<{ platform: string; ip: string | null }>(sql`
      select platform, ip from session
       where session_id = ${session_id} and user_id = ${user.user_id} and revoked_at is null for update`);
    if (!device) throw new Fault('no_data');
    await revokeSession(db, session_id, 'signed_out_elsewhere');
    await db.run(sql`
      select write_audit('session', ${String(user.user_id)}, 'sign_out', null, ${JSON.stringify(device)}::jsonb)`);
    return {};
  },

  outOthers: async ({ db, user }) => {
    const count = await revokeOthers(db, user.user_id, user.session_id);
    if (count > 0) {
      const what = JSON.stringify({ devices: count });
      await db.run(sql`
        select write_audit('session', ${String(user.user_id)}, 'sign_out', null, ${what}::jsonb)`);
    }
    return { count };
  },
});

const noticeRoutes = handlers(notices, {
  data: async ({ db, user }) =>
    (await db.one<NoticeChoices>(
      sql`select email, in_app, by_sms, by_email from user_notice where user_id = ${user.user_id}`,
    )) ?? unchosen,

  set: async ({ db, user }, { email, in_app, by_sms, by_email }) => {
    await db.run(sql`
      insert into user_notice (user_id, email, in_app, by_sms, by_email)
      values (${user.user_id}, ${email}, ${in_app}, ${by_sms}, ${by_email})
      on conflict (user_id) do update
        set (email, in_app, by_sms, by_email) = (excluded.email, excluded.in_app, excluded.by_sms, excluded.by_email)`);
    return {};
  },
});

export const personalRoutes = [...deviceRoutes, ...noticeRoutes];
