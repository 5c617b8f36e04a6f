import type { Ctx } from '#server/app.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { may } from '#shared/domain/may.ts';
import { Fault } from '#shared/faults.ts';

type Reader = Pick<Ctx, 'user'>;

export const AUDIT_POWER = 'article.audit';
export const mayAudit = ({ user }: Reader): boolean => may(user, AUDIT_POWER);

/**
 * Whether a reader may see revision `r` of article `a`. Every read uses this rule: lists, search, articles, comments
 * and attachments. Authors see their own articles, auditors all.
 */
export function visibleTo({ user }: Reader): Sql {
  if (mayAudit({ user })) return sql`true`;
  const { user_id, role_id } = user;
  return sql`(r.visibility = 'all' or a.author_id = ${user_id}
    or r.visibility = 'roles' and ${role_id} = any(r.role_ids)
    or r.visibility = 'people' and ${user_id} = any(r.user_ids)
    or r.visibility = 'groups' and exists (select from user_group_member g
          where g.user_id = ${user_id} and g.user_group_id = any(r.user_group_ids)))`;
}

/** Articles with their published revision. */
export const published = sql`article a join article_revision r
    on r.article_id = a.article_id and r.revision_no = a.published_no and a.deleted_at is null`;

/** Articles with their newest revision. */
export const newest = sql`article a join article_revision r
    on r.article_id = a.article_id and r.revision_no = a.revision_no`;

export interface Reached {
  article_id: number;
  article_title: string;
  author_id: number | null;
  state: string;
  version: number;
  revision_no: number;
  published_no: number | null;
  comments: 'open' | 'checked' | 'closed';
}

/** The faults depend on the call. */
interface Refusals {
  /** The article does not exist. */
  missing?: 'article_details_failed' | 'comment_query_failed' | 'download_person_query_failed';
  /** The article is not published. */
  unpublished?:
    | 'article_browse_failed'
    | 'article_collect_failed'
    | 'comment_query_failed'
    | 'comment_add_failed'
    | 'download_person_add_failed';
}

export async function requireReadable(
  ctx: Ctx,
  article_id: number,
  { missing = 'article_details_failed', unpublished = 'article_browse_failed' }: Refusals = {},
): Promise<Reached> {
  const row = await ctx.db.one<Reached & { deleted: boolean; visible: boolean | null }>(sql`
    select a.article_id, a.article_title, a.author_id, a.state, a.version, a.revision_no, a.published_no, r.comments,
           a.deleted_at is not null as deleted, ${visibleTo(ctx)} as visible
      from article a
      left join article_revision r on r.article_id = a.article_id and r.revision_no = a.published_no
     where a.article_id = ${article_id}`);
  if (!row) throw new Fault(missing);
  if (row.deleted) throw new Fault('article_deleted');
  if (row.published_no === null) throw new Fault(unpublished);
  if (!row.visible) throw new Fault('article_permission_denied');
  return row;
}

/** Access to drafts: for the author, and for auditors once the article was submitted. */
export async function requireDraft(ctx: Ctx, article_id: number): Promise<Reached> {
  const row = await ctx.db.one<Reached & { deleted: boolean }>(sql`
    select a.article_id, a.article_title, a.author_id, a.state, a.version, a.revision_no, a.published_no, r.comments,
           a.deleted_at is not null as deleted
      from ${newest} where a.article_id = ${article_id}`);
  if (!row) throw new Fault('article_details_failed');
  if (row.deleted) throw new Fault('article_deleted');
  const handedIn = row.state !== 'draft' || row.published_no !== null;
  if (row.author_id !== ctx.user.user_id && !(mayAudit(ctx) && handedIn))
    throw new Fault('article_permission_denied');
  return row;
}

/** The type and all types below it. */
export function typesUnder(type_id: number): Sql {
  return sql`(with recursive below as (
      select t.type_id from article_type t where t.type_id = ${type_id}
      union all
      select t.type_id from article_type t join below b on t.parent_id = b.type_id)
    select type_id from below)`;
}

export async function isType({ db }: Pick<Ctx, 'db'>, type_id: unknown): Promise<boolean> {
  return Boolean(await db.one(sql`select from article_type where type_id = ${Number(type_id)}`));
}

export const viewCount = sql`(select coalesce(sum(v.times), 0) from article_view v where v.article_id = a.article_id)::integer`;
export const commentCount = sql`(select count(*) from article_comment c
   where c.article_id = a.article_id and c.state = 'shown')::integer`;
export const collectionCount = sql`(select count(*) from article_collection x where x.article_id = a.article_id)::integer`;
export const fileCount = sql`(select count(*) from article_file f
   where f.article_id = r.article_id and f.revision_no = r.revision_no)::integer`;
export const collectedBy = (user_id: number): Sql =>
  sql`exists (select from article_collection x where x.article_id = a.article_id and x.user_id = ${user_id})`;
/** The same formula as `readingMinutes`. */
export const minutesOf = sql`greatest(1, ceil(r.words / 400.0))::integer`;
