import type { Ctx } from '#server/app.ts';
import { sql } from '#server/db/sql.ts';
import { handlers, inFairTurn } from '#server/http/handlers.ts';
import { list } from '#server/http/list.ts';
import type { Route } from '#server/http/route.ts';
import type { AnswerOf, ParsedOf } from '#shared/contract/define.ts';
import { articleActions, articles } from '#shared/contract/learning/articles.ts';
import { may } from '#shared/domain/may.ts';
import { searchQuery } from '#shared/domain/search-terms.ts';
import { Fault, type FaultName } from '#shared/faults.ts';
import { downloadArticleFile } from './article-downloads.routes.ts';
import {
  AUDIT_POWER,
  collectedBy,
  collectionCount,
  commentCount,
  fileCount,
  isType,
  minutesOf,
  published,
  requireDraft,
  requireReadable,
  typesUnder,
  viewCount,
  visibleTo,
} from './article-reach.ts';
import { cleanHtml } from './rich-text.ts';
import { noteSteps, refuse, saveRevision } from './save-article.ts';
import { tellAuditor, tellAuthor } from './tell-article.ts';

type Shown = AnswerOf<typeof articleActions.one>;
type Draft = AnswerOf<typeof articleActions.draft>;
type Revision = AnswerOf<typeof articleActions.revisions>['data_info'][number];
type Choices = AnswerOf<typeof articleActions.choices>;

/** Fails with the list's own result code if the type does not exist. */
export function askingForType(route: Route, fault: FaultName): Route {
  const run = async (ctx: Ctx, query: { type_id?: number }) => {
    if (query.type_id !== undefined && !(await isType(ctx, query.type_id)))
      throw new Fault(fault, { fields: [{ field: 'type_id', problem: 'unknown_value' }] });
    return route.run(ctx, query as never);
  };
  return { ...route, run: run as Route['run'] };
}

const EXCERPT = 180;

const articleList = list(articles, {
  select: (ctx) => sql`
    select a.article_id, r.article_title, r.type_id, t.type_name, a.author_name, left(replace(r.plain, E'\n', ' '), ${EXCERPT}) as excerpt,
           a.published_at, ${minutesOf} as minutes, ${fileCount} as file_count, ${viewCount} as view_count,
           ${commentCount} as comment_count, ${collectionCount} as collection_count,
           ${collectedBy(ctx.user.user_id)} as collected, r.search
      from ${published} join article_type t using (type_id) where ${visibleTo(ctx)}`,
  filters: {
    keyword: (typed: string) => {
      const query = searchQuery(typed);
      return query === undefined ? sql`false` : sql`search @@ ${query}::tsquery`;
    },
    type_id: (type_id: number) => sql`type_id in ${typesUnder(type_id)}`,
  },
  sort: sql`published_at desc, article_id desc`,
});

const shownColumns = (user_id: number) => sql`
  a.article_id, a.version, r.article_title, r.content, r.type_id, t.type_name, a.author_id, a.author_name, a.state, r.revision_no,
  a.published_no, a.published_at, ${minutesOf} as minutes, r.comments, ${viewCount} as view_count,
  ${commentCount} as comment_count, ${collectionCount} as collection_count, ${collectedBy(user_id)} as collected,
  coalesce(a.author_id = ${user_id}, false) as is_own,
  (select coalesce(jsonb_agg(jsonb_build_object('file_id', f.file_id, 'file_name', f.file_name, 'size', f.size)
            order by x.sort), '[]')
     from article_file x join file f using (file_id)
    where x.article_id = r.article_id and x.revision_no = r.revision_no) as files`;

/** Sanitized on output too, because stored content may predate the current rules. */
const shownSafely = <Row extends { content: string }>(row: Row): Row => ({
  ...row,
  content: cleanHtml(row.content),
});

async function one(ctx: Ctx, article_id: number): Promise<Shown> {
  await requireReadable(ctx, article_id);
  const row = await ctx.db.one<Shown>(sql`
    select ${shownColumns(ctx.user.user_id)}
      from ${published} join article_type t using (type_id) where a.article_id = ${article_id}`);
  if (!row) throw new Fault('article_details_failed');
  return shownSafely(row);
}

async function draft(ctx: Ctx, article_id: number, revision_no?: number): Promise<Draft> {
  const reached = await requireDraft(ctx, article_id);
  const row = await ctx.db.one<Draft>(sql`
    select ${shownColumns(ctx.user.user_id)}, r.visibility, r.role_ids, r.user_group_ids, r.user_ids, a.return_reason,
           a.auditor_id,
           (select coalesce(jsonb_agg(jsonb_build_object('act', s.act, 'actor', s.actor, 'at', s.at, 'reason', s.reason,
                     'revision_no', s.revision_no) order by s.step_id), '[]')
              from article_step s where s.article_id = a.article_id) as steps
      from article a join article_revision r using (article_id) join article_type t using (type_id)
     where a.article_id = ${article_id} and r.revision_no = ${revision_no ?? reached.revision_no}`);
  if (!row) throw new Fault('article_details_failed');
  return shownSafely({
    ...row,
    steps: row.steps.map((step) => ({ ...step, at: new Date(step.at).toISOString() })),
  });
}

async function add(ctx: Ctx, written: ParsedOf<typeof articleActions.add>) {
  const { db, user, now } = ctx;
  const row = await db.one<{ article_id: number }>(sql`
    insert into article (article_title, author_id, author_name, created_at)
    values (${written.article_title}, ${user.user_id}, ${user.real_name}, ${now()}) returning article_id`);
  if (!row) throw new Fault('article_entry_failed');
  await saveRevision(ctx, row.article_id, 1, written, 'article_entry_failed');
  return row;
}

/** The next revision number; fails unless the author may change the article now. */
async function nextRevision(
  ctx: Ctx,
  article_id: number,
  version: number,
  article_title: string,
): Promise<number> {
  const { db, user } = ctx;
  const row = await db.one<{ revision_no: number }>(sql`
    update article set revision_no = revision_no + 1, article_title = ${article_title},
           state = case when state = 'returned' then 'returned' else 'draft' end
     where article_id = ${article_id} and author_id = ${user.user_id} and state <> 'awaiting' and deleted_at is null
       and version = ${version} returning revision_no`);
  if (row) return row.revision_no;
  const reached = await requireDraft(ctx, article_id);
  if (reached.author_id !== user.user_id)
    throw new Fault('article_edit_failed', { detail: 'article_not_own' });
  if (reached.state === 'awaiting') throw new Fault('article_edit_failed', { detail: 'article_awaiting' });
  throw new Fault('update_failed', { detail: 'changed_meanwhile' });
}

async function edit(
  ctx: Ctx,
  { article_id, version, ...written }: ParsedOf<typeof articleActions.edit>,
): Promise<{ revision_no: number }> {
  const revision_no = await nextRevision(ctx, article_id, version, written.article_title);
  await saveRevision(ctx, article_id, revision_no, written, 'article_edit_failed');
  return { revision_no };
}

async function restore(ctx: Ctx, asked: ParsedOf<typeof articleActions.restore>) {
  const old = await draft(ctx, asked.article_id, asked.revision_no);
  const file_ids = old.files.map(({ file_id }) => file_id);
  const { article_title, content, type_id, visibility, role_ids, user_group_ids, user_ids, comments } = old;
  const written = {
    article_title,
    content,
    type_id,
    visibility,
    role_ids,
    user_group_ids,
    user_ids,
    comments,
  };
  const saved = await edit(ctx, {
    article_id: asked.article_id,
    version: asked.version,
    ...written,
    file_ids,
  });
  await noteSteps(ctx, 'restore', [asked.article_id], String(asked.revision_no));
  return saved;
}

async function submit(ctx: Ctx, { article_id, auditor_id }: ParsedOf<typeof articleActions.submit>) {
  const { db, user, now } = ctx;
  const reached = await requireDraft(ctx, article_id);
  if (auditor_id !== null && !(await audits(ctx, auditor_id)))
    throw new Fault('admin_id_wrong', { fields: [{ field: 'auditor_id', problem: 'not_an_auditor' }] });
  const changed = await db.run(sql`
    update article set state = 'awaiting', submitted_at = ${now()}, auditor_id = ${auditor_id}, return_reason = ''
     where article_id = ${article_id} and author_id = ${user.user_id} and deleted_at is null
       and state in ('draft', 'returned', 'withdrawn')`);
  if (changed === 0)
    throw new Fault('publication_failed', {
      detail: reached.author_id !== user.user_id ? 'article_not_own' : 'article_unchanged',
    });
  await noteSteps(ctx, 'submit', [article_id]);
  if (auditor_id !== null) await tellAuditor(ctx, auditor_id, reached.article_title);
  return {};
}

async function audits({ db }: Ctx, user_id: number): Promise<boolean> {
  return Boolean(await db.one(sql`select from user_account u where u.user_id = ${user_id} and ${isAuditor}`));
}

/** Whether a user `u` is an auditor. */
const isAuditor = sql`(u.status = 'normal' and (u.role_id = 0 or exists (
  select from role_power x join power p using (power_id)
   where x.role_id = u.role_id and p.power_code = ${AUDIT_POWER})))`;

async function withdraw(ctx: Ctx, article_id: number, takenDown?: { reason: string }) {
  const { db, user } = ctx;
  if (takenDown?.reason === '') refuse('publication_withdraw_failed', 'reason', 'required');
  const reached = await requireDraft(ctx, article_id);
  const anyones = takenDown !== undefined;
  const row = await db.one<{ state: string }>(sql`
    update article set state = case when state = 'awaiting' then 'draft' else 'withdrawn' end,
           published_no = case when state = 'awaiting' then published_no end,
           published_at = case when state = 'awaiting' then published_at end
     where article_id = ${article_id} and deleted_at is null and (author_id = ${user.user_id} or ${anyones})
       and (state = 'awaiting' or published_no is not null) returning state`);
  if (!row) throw new Fault('publication_withdraw_failed');
  await noteSteps(ctx, 'withdraw', [article_id], takenDown?.reason);
  if (takenDown) await tellAuthor(ctx, 'withdrawn', reached, takenDown.reason);
  return {};
}

/** Soft delete, so that old links can report that the article was deleted. */
async function remove({ db, user, now }: Ctx, ids: number[]) {
  const rows = await db.rows<{ own: boolean; state: string; published_no: number | null }>(sql`
    select coalesce(author_id = ${user.user_id}, false) as own, state, published_no from article
     where article_id = any(${ids}) and deleted_at is null order by article_id for update`);
  if (rows.length < new Set(ids).size) throw new Fault('article_deleted');
  const manages = may(user, 'article.manage');
  if (!manages && rows.some(({ own }) => !own))
    throw new Fault('article_delete_failed', { detail: 'article_not_own' });
  if (!manages && rows.some(({ state, published_no }) => state === 'awaiting' || published_no !== null))
    throw new Fault('article_delete_failed', { detail: 'article_published' });
  await db.run(sql`
    update article set deleted_at = ${now()}, published_no = null,
           state = case when state in ('published', 'awaiting') then 'withdrawn' else state end
     where article_id = any(${ids})`);
  return {};
}

async function compare(ctx: Ctx, { article_id, from_no, to_no }: ParsedOf<typeof articleActions.compare>) {
  await requireDraft(ctx, article_id);
  const rows = await ctx.db.rows<Record<string, string> & { revision_no: number; plain: string }>(sql`
    select r.revision_no, r.plain, r.article_title, t.type_name as type_id, r.visibility, r.comments,
           array_to_string(array(select o.role_name from role o where o.role_id = any(r.role_ids) order by 1), ' ') as role_ids,
           array_to_string(array(select g.user_group_name from user_group g
             where g.user_group_id = any(r.user_group_ids) order by 1), ' ') as user_group_ids,
           array_to_string(array(select u.real_name from user_account u where u.user_id = any(r.user_ids) order by 1), ' ')
             as user_ids,
           array_to_string(array(select f.file_name from article_file x join file f using (file_id)
             where x.article_id = r.article_id and x.revision_no = r.revision_no order by x.sort), ' ') as file_ids
      from article_revision r join article_type t using (type_id)
     where r.article_id = ${article_id} and r.revision_no in (${from_no}, ${to_no})`);
  const before = rows.find(({ revision_no }) => revision_no === from_no);
  const after = rows.find(({ revision_no }) => revision_no === to_no);
  if (!before || !after) throw new Fault('article_details_failed');
  // Loaded when it is needed, so that the server starts sooner.
  const { compareTexts } = await import('./compare.ts');
  const { revision_no: _no, plain: _plain, ...fields } = before;
  return {
    fields: Object.keys(fields).flatMap((field) => {
      const [was, is] = [before[field] ?? '', after[field] ?? ''];
      return was === is ? [] : [{ field, before: was, after: is }];
    }),
    blocks: compareTexts(before.plain, after.plain),
  };
}

export const articleRoutes = [
  askingForType(articleList, 'article_category_query_failed'),
  ...handlers(articleActions, {
    one: (ctx, { article_id }) => one(ctx, article_id),
    draft: (ctx, { article_id, revision_no }) => draft(ctx, article_id, revision_no),
    add,
    edit,
    restore,
    submit,
    withdraw: (ctx, { article_id }) => withdraw(ctx, article_id),
    takeDown: (ctx, { article_id, reason }) => withdraw(ctx, article_id, { reason }),
    remove: (ctx, { article_id }) => remove(ctx, article_id),
    compare: inFairTurn(compare),
    revisions: async (ctx, { article_id }) => {
      const { published_no } = await requireDraft(ctx, article_id);
      return {
        data_info: await ctx.db.rows<Revision>(sql`
          select revision_no, article_title, words, saved_by_name, saved_at,
                 revision_no is not distinct from ${published_no}::integer as is_published
            from article_revision where article_id = ${article_id} order by revision_no desc`),
      };
    },
    view: async (ctx, { article_id, seconds }) => {
      await requireReadable(ctx, article_id);
      const at = ctx.now();
      // Opening (0 seconds) counts as a view; later calls only add reading time.
      await ctx.db.run(sql`
        insert into article_view as v (article_id, user_id, first_at, last_at, seconds)
        values (${article_id}, ${ctx.user.user_id}, ${at}, ${at}, ${seconds})
        on conflict (article_id, user_id) do update
           set last_at = ${at}, seconds = v.seconds + ${seconds},
               times = v.times + ${seconds === 0 ? 1 : 0}`);
      return {};
    },
    choices: async ({ db }) => {
      const [roles, groups, people] = await Promise.all([
        db.rows<Choices['roles'][number]>(sql`select role_id, role_name from role order by role_id`),
        db.rows<Choices['groups'][number]>(sql`
          select user_group_id, user_group_name from user_group order by user_group_name collate "zh-x-icu"`),
        db.rows<Choices['people'][number]>(sql`
          select u.user_id, u.real_name, ${isAuditor} as audits from user_account u where u.status = 'normal'
           order by u.real_name collate "zh-x-icu", u.user_id`),
      ]);
      return { roles, groups, people };
    },
    download: (ctx, { article_id, file_id }) => downloadArticleFile(ctx, article_id, file_id),
  }),
];
