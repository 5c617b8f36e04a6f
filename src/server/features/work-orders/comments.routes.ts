import { sql } from '#server/db/sql.ts';
import { requireOwnFiles } from '#server/files/own.ts';
import { handlers } from '#server/http/handlers.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import { orderComments } from '#shared/contract/work-orders/comments.ts';
import { Fault } from '#shared/faults.ts';
import { requireReaders } from './assign.ts';
import { auditOrder } from './audit.ts';
import { requireSeen } from './reach.ts';
import { tellOfOrder } from './tell.ts';

type Entry = AnswerOf<typeof orderComments.data>['data_info'][number];

export const orderCommentRoutes = handlers(orderComments, {
  send: async (ctx, { order_id, body, mentions, file_ids }) => {
    const { db, user, now } = ctx;
    await requireSeen(ctx, order_id);
    await requireOwnFiles(ctx, file_ids);
    await requireReaders(ctx, mentions, order_id);
    const row = await db.one<{ comment_id: number }>(sql`
      insert into order_comment (order_id, user_id, actor, at, body, mentions)
      values (${order_id}, ${user.user_id}, ${user.real_name}, ${now()}, ${body}, ${[...new Set(mentions)]})
      returning comment_id`);
    if (!row) throw new Fault('add_failed');
    await db.run(sql`
      insert into order_file (order_id, file_id, comment_id)
      select ${order_id}, unnest(${file_ids}::integer[]), ${row.comment_id} on conflict do nothing`);
    await auditOrder(db, order_id, { comment: body });
    await tellOfOrder(ctx, 'mentioned', order_id, mentions, body);
    return row;
  },

  data: async (ctx, { order_id }) => {
    await requireSeen(ctx, order_id);
    return {
      data_info: await ctx.db.rows<Entry>(sql`
        select * from (
          select 'step' as kind, step_id as entry_id, at, actor, act as did, from_state, to_state, note as body,
                 details || jsonb_strip_nulls(jsonb_build_object(
                   'assignee_name', (select u.real_name from user_account u
                                      where u.user_id = (details->>'assignee_id')::integer),
                   'user_group_name', (select g.user_group_name from user_group g
                                        where g.user_group_id = (details->>'user_group_id')::integer))) as details,
                 '{}'::text[] as mentions, '[]'::jsonb as files
            from order_step where order_id = ${order_id}
          union all
          select 'comment', c.comment_id, c.at, c.actor, 'comment', null, null, c.body, '{}',
                 array(select u.real_name from user_account u where u.user_id = any(c.mentions) order by u.user_id),
                 (select coalesce(jsonb_agg(jsonb_build_object('file_id', f.file_id, 'file_name', f.file_name,
                                                               'size', f.size) order by f.file_id), '[]')
                    from order_file x join file f using (file_id) where x.comment_id = c.comment_id)
            from order_comment c where c.order_id = ${order_id}
          union all
          select 'alarm', s.step_id, s.at, s.actor, s.did, null, null, s.note,
                 jsonb_build_object('alarm_id', a.alarm_id, 'kind', a.kind, 'side', a.side, 'level', coalesce(s.level, a.level),
                                    'component_name', c.component_name, 'component_name_en', c.component_name_en,
                                    'formula', c.formula), '{}', '[]'
            from order_alarm oa join alarm a using (alarm_id) join alarm_step s using (alarm_id)
            left join component c on c.component_id = a.component_id
           where oa.order_id = ${order_id}
          union all
          select 'command', m.command_id, m.created_at, nullif(m.created_by_name, ''), m.state, null, null, m.reason,
                 jsonb_build_object('kind', m.kind, 'component_name', c.component_name,
                                    'component_name_en', c.component_name_en, 'formula', c.formula), '{}', '[]'
            from work_order o
            join command m on m.site_id = o.site_id and m.created_at >= o.created_at
             and m.created_at <= coalesce(o.closed_at, m.created_at)
            left join component c on c.component_id = m.component_id
           where o.order_id = ${order_id} and not m.superseded) entries
         order by at, array_position('{alarm,step,command,comment}', kind), entry_id`),
    };
  },
});
