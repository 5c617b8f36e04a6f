import type { Ctx } from '#server/app.ts';
import { sql } from '#server/db/sql.ts';
import { handlers } from '#server/http/handlers.ts';
import { list } from '#server/http/list.ts';
import type { Route } from '#server/http/route.ts';
import {
  articleCollections,
  myArticles,
  myCollections,
  myComments,
} from '#shared/contract/learning/my-articles.ts';
import { Fault } from '#shared/faults.ts';
import {
  collectionCount,
  commentCount,
  newest,
  requireReadable,
  typesUnder,
  viewCount,
  visibleTo,
} from './article-reach.ts';
import { askingForType } from './articles.routes.ts';

const mine = list(myArticles, {
  select: ({ user }) => sql`
    select a.article_id, r.article_title, r.type_id, t.type_name, a.state, a.revision_no, a.published_no, a.published_at,
           a.return_reason, ${viewCount} as view_count, ${commentCount} as comment_count,
           ${collectionCount} as collection_count, a.updated_at
      from ${newest} join article_type t using (type_id)
     where a.author_id = ${user.user_id} and a.deleted_at is null`,
  filters: { type_id: (type_id: number) => sql`type_id in ${typesUnder(type_id)}` },
  sort: sql`updated_at desc, article_id desc`,
});

const collections = list(myCollections, {
  select: (ctx) => sql`
    select x.article_id, case when s.readable then r.article_title else '' end as article_title,
           case when s.readable then t.type_name else '' end as type_name,
           case when s.readable then a.author_name else '' end as author_name, x.collected_at, s.readable
      from article_collection x join article a using (article_id)
      left join article_revision r on r.article_id = a.article_id and r.revision_no = a.published_no
      left join article_type t using (type_id)
     -- What can no longer be read does not tell its new title either.
     cross join lateral (
       select coalesce(a.deleted_at is null and r.article_id is not null and ${visibleTo(ctx)}, false) as readable) s
     where x.user_id = ${ctx.user.user_id}`,
  sort: sql`collected_at desc, article_id`,
});

const comments = list(myComments, {
  select: (ctx) => sql`
    select c.comment_id, c.body, c.article_id,
           case when a.deleted_at is null and ${visibleTo(ctx)} then coalesce(r.article_title, '') else '' end as article_title,
           c.state, c.at, c.reason
      from article_comment c join article a using (article_id)
      left join article_revision r on r.article_id = a.article_id and r.revision_no = a.published_no
     where c.user_id = ${ctx.user.user_id}`,
  sort: sql`comment_id desc`,
});

const commentsOfArticle: Route = {
  ...comments,
  run: (async (ctx: Ctx, query: { article_id?: number }) => {
    if (query.article_id !== undefined) {
      const there = await ctx.db.one(sql`select from article where article_id = ${query.article_id}`);
      if (!there) throw new Fault('comment_mine_failed');
    }
    return comments.run(ctx, query as never);
  }) as Route['run'],
};

export const myArticleRoutes = [
  askingForType(mine, 'publication_query_failed'),
  collections,
  commentsOfArticle,
  ...handlers(articleCollections, {
    add: async (ctx, { article_id }) => {
      await requireReadable(ctx, article_id, { unpublished: 'article_collect_failed' });
      const added = await ctx.db.run(sql`
        insert into article_collection (user_id, article_id, collected_at)
        values (${ctx.user.user_id}, ${article_id}, ${ctx.now()}) on conflict do nothing`);
      if (added === 0) throw new Fault('article_already_collected');
      return {};
    },
    remove: async ({ db, user }, { article_id }) => {
      const gone = await db.run(sql`
        delete from article_collection where user_id = ${user.user_id} and article_id = any(${article_id})`);
      if (gone === 0) throw new Fault('article_none_collected');
      return {};
    },
  }),
];
