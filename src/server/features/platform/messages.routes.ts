import type { User } from '#server/app.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { handlers } from '#server/http/handlers.ts';
import { list } from '#server/http/list.ts';
import { openLane } from '#server/messages/outbox.ts';
import { lanes } from '#server/messages/provider.ts';
import { sayIn } from '#server/words.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import { inbox, messageActions, messages } from '#shared/contract/platform/messages.ts';
import { SUPER_ROLE } from '#shared/domain/may.ts';
import { Fault } from '#shared/faults.ts';
import { tellReason } from '#shared/send-reasons.ts';

/** A code gives access to an account, so it is shown to the super administrator only. */
const body = (role_id: number) =>
  role_id === SUPER_ROLE
    ? sql`m.body`
    : sql`case when m.kind = 'code' then regexp_replace(m.body, '[0-9]{6}', '******') else m.body end`;

/** The texts of messages about sites are hidden from users who do not see all sites, except their own. */
const seenBy = ({ user_id, sees_all_sites }: User, text: Sql) =>
  sees_all_sites
    ? text
    : sql`case when m.kind in ('alarm', 'order', 'report') and m.user_id is distinct from ${user_id} then '' else ${text} end`;

export const messageRoutes = [
  list(messages, {
    select: ({ user }) => sql`
      select m.message_id, m.created_at, m.channel, m.kind, m.recipient, u.real_name,
             ${seenBy(user, sql`m.subject`)} as subject, ${seenBy(user, body(user.role_id))} as body, m.state, m.provider, m.tries, m.error,
             case when m.state = 'queued' then greatest(m.next_at, l.open_at) end as next_at, m.sent_at
        from message m
        left join user_account u using (user_id)
        left join message_lane l on l.channel = m.channel`,
    sort: sql`message_id desc`,
    // Only for exports: the page translates itself.
    show: (_ctx, language) => (row) =>
      language && row.error ? { ...row, error: tellReason(sayIn(language), String(row.error)) } : row,
  }),
  ...handlers(messageActions, {
    retry: async ({ db, now }, { message_id }) => {
      const found = await db.run(sql`
        with again as (
          update message m set state = 'queued', tries = 0, next_at = ${now()}, error = null
            from message was
           where m.message_id = was.message_id and m.message_id = any(${message_id})
             and m.state in ('failed', 'queued') and m.kind not in ('code', 'test')
          returning m.message_id, was.state, was.tries, was.error, m.recipient)
        select write_audit('message', message_id::text, 'update',
                           jsonb_build_object('recipient', recipient, 'state', state, 'tries', tries, 'error', error),
                           jsonb_build_object('recipient', recipient, 'state', 'queued', 'tries', 0, 'error', null))
          from again`);
      if (found < new Set(message_id).size) throw new Fault('processing_failed', { detail: 'not_sendable' });
      for (const lane of lanes) await openLane(db, lane, now());
      await db.run(sql`select pg_notify('changed', 'messages')`);
      return {};
    },
  }),
];

const SHOWN = 20;

export const inboxRoutes = handlers(inbox, {
  data: async ({ db, user }) => {
    const own = sql`from message where user_id = ${user.user_id} and channel = 'in_app'`;
    const data_info = await db.rows<AnswerOf<typeof inbox.data>['data_info'][number]>(sql`
      select message_id, kind, subject, body, details -> 'said' as said, details ->> 'path' as path, created_at, read_at
        ${own} order by message_id desc limit ${SHOWN}`);
    const counts = await db.one<{ total: number; unread: number }>(sql`
      select count(*) as total, count(*) filter (where read_at is null) as unread ${own}`);
    return { data_info, total: counts?.total ?? 0, unread: counts?.unread ?? 0 };
  },

  read: async ({ db, user, now }, { message_id }) => {
    await db.run(sql`
      update message set read_at = ${now()}
       where user_id = ${user.user_id} and channel = 'in_app' and message_id <= ${message_id} and read_at is null`);
    return {};
  },
});
