import type { Ctx } from '#server/app.ts';
import { sql } from '#server/db/sql.ts';
import { handlers } from '#server/http/handlers.ts';
import { list } from '#server/http/list.ts';
import { articleAuditActions, articleAudits } from '#shared/contract/learning/article-audit.ts';
import { SUPER_ROLE } from '#shared/domain/may.ts';
import { Fault } from '#shared/faults.ts';
import { newest, typesUnder } from './article-reach.ts';
import { askingForType } from './articles.routes.ts';
import { noteSteps, refuse } from './save-article.ts';
import { tellAuthor } from './tell-article.ts';

const audits = list(articleAudits, {
  select: () => sql`
    select a.article_id, r.article_title, t.type_name, r.type_id, a.author_name, a.state,
           a.published_no is not null and a.published_no < a.revision_no as is_change, a.submitted_at, u.real_name as auditor_name,
           r.words, a.return_reason
      from ${newest} join article_type t using (type_id) left join user_account u on u.user_id = a.auditor_id
     where a.deleted_at is null and (a.state <> 'draft' or a.published_no is not null)`,
  filters: { type_id: (type_id: number) => sql`type_id in ${typesUnder(type_id)}` },
  sort: sql`submitted_at desc nulls last, article_id desc`,
});

interface Waiting {
  article_id: number;
  article_title: string;
  author_id: number | null;
  state: string;
}

/** Locks the articles to audit; all or none. */
async function waiting({ db, user }: Ctx, ids: readonly number[]): Promise<Waiting[]> {
  const rows = await db.rows<Waiting>(sql`
    select article_id, article_title, author_id, state from article
     where article_id = any(${[...ids]}) and deleted_at is null order by article_id for update`);
  const other = rows.find(({ state }) => state !== 'awaiting');
  if (rows.length < new Set(ids).size || other)
    throw new Fault('article_audit_failed', {
      detail: 'article_not_awaiting',
      params: { title: other?.article_title ?? '' },
    });
  // Authors cannot audit their own articles, except the super administrator, who may be the only auditor.
  const own = rows.find(({ author_id }) => author_id === user.user_id);
  if (own && user.role_id !== SUPER_ROLE)
    throw new Fault('article_audit_failed', { detail: 'article_own', params: { title: own.article_title } });
  return rows;
}

export const articleAuditRoutes = [
  askingForType(audits, 'article_audit_list_failed'),
  ...handlers(articleAuditActions, {
    approve: async (ctx, { article_id }) => {
      const rows = await waiting(ctx, article_id);
      await ctx.db.run(sql`
        update article set state = 'published', published_no = revision_no, published_at = ${ctx.now()}
         where article_id = any(${article_id})`);
      await noteSteps(ctx, 'approve', article_id);
      for (const row of rows) await tellAuthor(ctx, 'approved', row);
      return { approved: rows.length };
    },
    giveBack: async (ctx, { article_id, reason }) => {
      if (reason === '') refuse('article_audit_failed', 'reason', 'required');
      const rows = await waiting(ctx, article_id);
      await ctx.db.run(sql`
        update article set state = 'returned', return_reason = ${reason} where article_id = any(${article_id})`);
      await noteSteps(ctx, 'return', article_id, reason);
      for (const row of rows) await tellAuthor(ctx, 'returned', row, reason);
      return {};
    },
  }),
];
