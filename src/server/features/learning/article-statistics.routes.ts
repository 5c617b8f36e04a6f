import { type Sql, sql } from '#server/db/sql.ts';
import { handlers } from '#server/http/handlers.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import { articleStatistics, type statisticKinds } from '#shared/contract/learning/articles.ts';
import { Fault, type FaultName } from '#shared/faults.ts';

type Kind = (typeof statisticKinds)[number];
type Mine = AnswerOf<typeof articleStatistics.mine>;
type Row = AnswerOf<typeof articleStatistics.data>['data_info'][number];

/** The API defines a result code for each statistic. */
const faultOf: Record<Kind, FaultName> = {
  count: 'article_count_failed',
  views: 'article_view_count_failed',
  collections: 'article_collect_count_failed',
  comments: 'article_comment_count_failed',
  ranking: 'article_ranking_failed',
  downloads: 'download_statistics_failed',
};

const MOST = 50;
const perArticle = (from: Sql, count: Sql, seconds = sql`0`) => sql`
  select a.article_id as id, a.article_title as name, ${count} as count, ${seconds} as seconds
    from ${from} join article a using (article_id)`;

/** One row per type or article, highest count first. */
const questions: Record<Kind, (from: string, to: string) => Sql> = {
  count: (from, to) => sql`
    select t.type_id as id, t.type_name as name, count(*) as count, 0 as seconds
      from article a join article_revision r on r.article_id = a.article_id and r.revision_no = a.published_no
      join article_type t using (type_id)
     where a.deleted_at is null and a.published_at >= ${from} and a.published_at < ${to} group by 1, 2`,
  views: (from, to) => sql`${perArticle(sql`article_view v`, sql`sum(v.times)`, sql`sum(v.seconds)`)}
     where v.last_at >= ${from} and v.last_at < ${to} group by 1, 2`,
  collections: (from, to) => sql`${perArticle(sql`article_collection c`, sql`count(*)`)}
     where c.collected_at >= ${from} and c.collected_at < ${to} group by 1, 2`,
  comments: (from, to) => sql`${perArticle(sql`article_comment c`, sql`count(*)`)}
     where c.state = 'shown' and c.at >= ${from} and c.at < ${to} group by 1, 2`,
  // Views by author.
  ranking: (from, to) => sql`
    select coalesce(a.author_id, 0) as id, a.author_name as name, sum(v.times) as count, sum(v.seconds) as seconds
      from article_view v join article a using (article_id)
     where v.last_at >= ${from} and v.last_at < ${to} group by 1, 2`,
  downloads: (from, to) => sql`${perArticle(sql`article_download d`, sql`count(*)`)}
     where d.at >= ${from} and d.at < ${to} group by 1, 2`,
};

export const articleStatisticsRoutes = handlers(articleStatistics, {
  data: async ({ db }, { kind, from, to }) => {
    if (Date.parse(from) >= Date.parse(to))
      throw new Fault(faultOf[kind], { fields: [{ field: 'to', problem: 'start_after_end' }] });
    const question = questions[kind](from, to);
    const rows = await db.rows<Row & { total: number }>(sql`
      select q.*, sum(count) over () as total from (${question}) q order by count desc, id limit ${MOST}`);
    return {
      total: rows[0]?.total ?? 0,
      data_info: rows.map(({ total: _total, ...row }) => row),
    };
  },

  mine: async ({ db, user }) => {
    const row = await db.one<Mine>(sql`
      with own as (select article_id from article
                    where author_id = ${user.user_id} and published_no is not null and deleted_at is null)
      select (select count(*) from own) as published, coalesce(sum(v.times), 0) as views, coalesce(sum(v.times), 0) as view_count,
             count(distinct v.user_id) as readers, coalesce(sum(v.seconds), 0) as seconds,
             (select count(*) from article_comment c join own using (article_id) where c.state = 'shown') as comment_count,
             (select count(*) from article_collection x join own using (article_id)) as collection_count
        from own left join article_view v using (article_id)`);
    if (!row || row.published === 0) throw new Fault('publication_none');
    return row;
  },
});
