import { join } from 'node:path';
import type { Ctx } from '#server/app.ts';
import { sql } from '#server/db/sql.ts';
import { requireContent } from '#server/files/store.ts';
import { downloadUrl } from '#server/http/downloads.ts';
import { list } from '#server/http/list.ts';
import type { Route } from '#server/http/route.ts';
import type { StoredFile } from '#shared/contract/files/files.ts';
import { articleDownloads } from '#shared/contract/learning/articles.ts';
import { Fault } from '#shared/faults.ts';
import { mayAudit, requireDraft, requireReadable } from './article-reach.ts';

/**
 * Download link of an attachment. Downloads by readers are recorded; those by authors and auditors of drafts are not.
 */
export async function downloadArticleFile(
  ctx: Ctx,
  article_id: number,
  file_id: number,
): Promise<{ url: string }> {
  const { db, user, now } = ctx;
  const own = await db.one<{ own: boolean }>(sql`
    select coalesce(author_id = ${user.user_id}, false) as own from article
     where article_id = ${article_id} and deleted_at is null`);
  const seesDrafts = own?.own || (own !== undefined && mayAudit(ctx));
  if (seesDrafts) await requireDraft(ctx, article_id);
  else await requireReadable(ctx, article_id, { unpublished: 'download_person_add_failed' });
  const file = await db.one<StoredFile>(sql`
    select f.file_id, f.file_name, f.size, f.sha256 from file f
     where f.file_id = ${file_id} and exists (
       select from article_file x join article a using (article_id)
        where x.article_id = ${article_id} and x.file_id = f.file_id
          and (${seesDrafts} or x.revision_no = a.published_no))`);
  if (!file) throw new Fault('attachment_missing');
  await requireContent(ctx, file);
  if (!own?.own)
    await db.run(sql`
      insert into article_download (article_id, file_id, file_name, user_id, user_name, at)
      values (${article_id}, ${file_id}, ${file.file_name}, ${user.user_id}, ${user.real_name}, ${now()})`);
  return { url: downloadUrl(ctx, join('files', file.sha256), file.file_name) };
}

const downloads = list(articleDownloads, {
  select: (ctx) => sql`
    select d.download_id, d.article_id, a.article_title, d.file_name, d.user_name, d.at
      from article_download d join article a using (article_id)
     where ${mayAudit(ctx)} or a.author_id = ${ctx.user.user_id}`,
  sort: sql`download_id desc`,
});

export const articleDownloadRoutes: Route[] = [
  {
    ...downloads,
    // Only the author and auditors may see who downloaded an article.
    run: (async (ctx: Ctx, query: { article_id?: number }) => {
      const theirs =
        query.article_id === undefined ||
        (await ctx.db.one(sql`
          select from article where article_id = ${query.article_id}
             and (${mayAudit(ctx)} or author_id = ${ctx.user.user_id})`));
      if (!theirs) throw new Fault('download_person_query_failed');
      return downloads.run(ctx, query as never);
    }) as Route['run'],
  },
];
