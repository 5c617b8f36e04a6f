import type { Ctx } from '#server/app.ts';
import { sql } from '#server/db/sql.ts';
import { handlers } from '#server/http/handlers.ts';
import { list, page } from '#server/http/list.ts';
import type { AnswerOf, ParsedOf } from '#shared/contract/define.ts';
import {
  articleComments,
  commentAuditActions,
  commentAudits,
} from '#shared/contract/learning/article-comments.ts';
import { Fault } from '#shared/faults.ts';
import { mayAudit, requireReadable } from './article-reach.ts';
import { refuse } from './save-article.ts';

type Comment = AnswerOf<typeof articleComments.data>['data_info'][number];

async function add(ctx: Ctx, { article_id, body, parent_id }: ParsedOf<typeof articleComments.add>) {
  const { db, user, now } = ctx;
  const article = await requireReadable(ctx, article_id, { unpublished: 'comment_add_failed' });
  if (article.comments === 'closed') throw new Fault('comment_add_failed', { detail: 'comments_closed' });
  if (body === '') refuse('comment_add_failed', 'body', 'required');
  if (parent_id !== null) {
    const parent = await db.one(sql`
      select from article_comment where comment_id = ${parent_id} and article_id = ${article_id} and state = 'shown'`);
    if (!parent) throw new Fault('comment_missing');
  }
  // Comments of auditors need no approval.
  const state = article.comments === 'checked' && !mayAudit(ctx) ? 'awaiting' : 'shown';
  const row = await db.one<{ comment_id: number; state: 'awaiting' | 'shown' }>(sql`
    insert into article_comment (article_id, parent_id, user_id, author_name, body, state, at)
    values (${article_id}, ${parent_id}, ${user.user_id}, ${user.real_name}, ${body}, ${state}, ${now()})
    returning comment_id, state`);
  if (!row) throw new Fault('comment_add_failed');
  return row;
}

async function remove(ctx: Ctx, comment_id: number) {
  const { db, user } = ctx;
  const row = await db.one<{ user_id: number | null }>(sql`
    select user_id from article_comment where comment_id = ${comment_id} for update`);
  if (!row) throw new Fault('comment_missing');
  if (row.user_id !== user.user_id && !mayAudit(ctx)) throw new Fault('comment_delete_failed');
  await db.run(sql`delete from article_comment where comment_id = ${comment_id}`);
  return {};
}

const audits = list(commentAudits, {
  select: () => sql`
    select c.comment_id, c.body, c.author_name, c.article_id, a.article_title, c.state, c.at, c.decided_by, c.reason
      from article_comment c join article a using (article_id) where a.deleted_at is null`,
  sort: sql`comment_id desc`,
});

export const articleCommentRoutes = [
  ...handlers(articleComments, {
    data: async (ctx, query) => {
      await requireReadable(ctx, query.article_id, {
        missing: 'comment_query_failed',
        unpublished: 'comment_query_failed',
      });
      const { user_id } = ctx.user;
      return page<Comment>(
        ctx.db,
        sql`select c.comment_id, c.parent_id, c.author_name, p.author_name as answers, c.body, c.state, c.at,
                   coalesce(c.user_id = ${user_id}, false) as is_own
              from article_comment c left join article_comment p on p.comment_id = c.parent_id
             where c.article_id = ${query.article_id} and (c.state = 'shown' or c.user_id = ${user_id})`,
        sql`comment_id desc`,
        query,
      );
    },
    add,
    remove: (ctx, { comment_id }) => remove(ctx, comment_id),
  }),
  audits,
  ...handlers(commentAuditActions, {
    decide: async ({ db, user, now }, { comment_id, state, reason }) => {
      const changed = await db.run(sql`
        update article_comment set state = ${state}, decided_by = ${user.real_name}, decided_at = ${now()},
               reason = ${reason} where comment_id = any(${comment_id})`);
      if (changed < new Set(comment_id).size) throw new Fault('comment_missing');
      return {};
    },
  }),
];
