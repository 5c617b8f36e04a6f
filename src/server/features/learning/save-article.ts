import type { Ctx } from '#server/app.ts';
import { sql } from '#server/db/sql.ts';
import { requireOwnFiles } from '#server/files/own.ts';
import type { ParsedOf } from '#shared/contract/define.ts';
import type { articleActions } from '#shared/contract/learning/articles.ts';
import { searchVector } from '#shared/domain/search-terms.ts';
import { Fault, type FaultName } from '#shared/faults.ts';
import { cleanHtml, hasPicture, plainText, wordCount } from './rich-text.ts';

export type Written = ParsedOf<typeof articleActions.add>;

/** The field and table of each visibility. */
const named = {
  roles: { field: 'role_ids', table: sql`role`, key: sql`role_id` },
  groups: { field: 'user_group_ids', table: sql`user_group`, key: sql`user_group_id` },
  people: { field: 'user_ids', table: sql`user_account`, key: sql`user_id` },
} as const;

export function refuse(fault: FaultName, field: string, problem: string): never {
  throw new Fault(fault, { fields: [{ field, problem }] });
}

/** Validates the readers: at least one, all existing. Clears the lists of other visibilities. */
async function readersOf({ db }: Ctx, written: Written, fault: FaultName) {
  const nobody = { role_ids: [], user_group_ids: [], user_ids: [] };
  if (written.visibility === 'all') return nobody;
  const { field, table, key } = named[written.visibility];
  const ids = [...new Set(written[field])];
  if (ids.length === 0) refuse(fault, field, 'required');
  if ((await db.run(sql`select from ${table} where ${key} = any(${ids})`)) < ids.length)
    refuse(fault, field, 'unknown_value');
  return { ...nobody, [field]: ids };
}

/** Attachments of earlier revisions may stay; new files must be the author's own. */
async function requireFiles(ctx: Ctx, article_id: number, file_ids: readonly number[]): Promise<void> {
  const known = await ctx.db.rows<{ file_id: number }>(sql`
    select distinct file_id from article_file where article_id = ${article_id}`);
  const here = new Set(known.map(({ file_id }) => file_id));
  await requireOwnFiles(
    ctx,
    file_ids.filter((file_id) => !here.has(file_id)),
  );
}

/** Stores a revision. This is the only write of article content, so it is sanitized here. */
export async function saveRevision(
  ctx: Ctx,
  article_id: number,
  revision_no: number,
  written: Written,
  fault: FaultName,
): Promise<void> {
  const { db, user, now } = ctx;
  if (written.article_title === '') refuse(fault, 'article_title', 'required');
  const content = cleanHtml(written.content);
  const plain = plainText(content);
  if (plain === '' && !hasPicture(content)) refuse(fault, 'content', 'required');
  const type = await db.one<{ enabled: boolean }>(sql`
    select enabled from article_type where type_id = ${written.type_id}`);
  if (!type?.enabled) refuse(fault, 'type_id', 'unknown_value');
  const readers = await readersOf(ctx, written, fault);
  await requireFiles(ctx, article_id, written.file_ids);
  const { article_title, type_id, visibility, comments } = written;
  await db.run(sql`
    insert into article_revision (article_id, revision_no, article_title, content, plain, words, search, type_id, visibility,
                                  role_ids, user_group_ids, user_ids, comments, saved_by, saved_by_name, saved_at)
    values (${article_id}, ${revision_no}, ${article_title}, ${content}, ${plain}, ${wordCount(plain)},
            ${searchVector(article_title, plain)}::tsvector, ${type_id}, ${visibility}, ${readers.role_ids}::integer[],
            ${readers.user_group_ids}::integer[], ${readers.user_ids}::integer[], ${comments}, ${user.user_id},
            ${user.real_name}, ${now()})`);
  await db.run(sql`
    insert into article_file (article_id, revision_no, file_id, sort)
    select ${article_id}, ${revision_no}, f.file_id, f.sort
      from unnest(${[...new Set(written.file_ids)]}::integer[]) with ordinality f (file_id, sort)`);
}

export type Act = 'submit' | 'approve' | 'return' | 'withdraw' | 'restore';

export async function noteSteps(
  { db, user, now }: Ctx,
  act: Act,
  article_ids: readonly number[],
  reason = '',
): Promise<void> {
  await db.run(sql`
    insert into article_step (article_id, revision_no, act, user_id, actor, at, reason)
    select article_id, revision_no, ${act}, ${user.user_id}, ${user.real_name}, ${now()}, ${reason}
      from article where article_id = any(${[...article_ids]}) order by article_id`);
}
