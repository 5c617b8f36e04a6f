import * as z from 'zod';
import { call, empty } from '#shared/contract/define.ts';
import { id, idOrIds, text, time } from '#shared/contract/fields.ts';
import { listing } from '#shared/contract/resource.ts';
import type { FaultName } from '#shared/faults.ts';

export const articleStates = ['draft', 'awaiting', 'published', 'returned', 'withdrawn'] as const;
export const articleVisibilities = ['all', 'roles', 'groups', 'people'] as const;
/** Comments are shown immediately, after moderation, or not allowed. */
export const commentModes = ['open', 'checked', 'closed'] as const;
export const CONTENT_MAX = 400_000;

const state = z.enum(articleStates);
const visibility = z.enum(articleVisibilities);
const comments = z.enum(commentModes);
const counts = { view_count: z.int(), comment_count: z.int(), collection_count: z.int() };

/** Published articles that the user may see. `keyword` is a full-text search. */
export const articles = listing({
  name: 'articles',
  path: '/learning/article/data',
  needs: 'article.read',
  row: {
    article_id: id,
    article_title: z.string(),
    type_id: id,
    type_name: z.string(),
    author_name: z.string(),
    excerpt: z.string(),
    published_at: time,
    minutes: z.int(),
    file_count: z.int(),
    ...counts,
    collected: z.boolean(),
  },
  sortable: ['article_title', 'author_name', 'published_at', 'minutes', 'view_count', 'comment_count'],
  filters: {
    type_id: id.optional(),
    author_name: text(50).optional(),
    published_at_from: time.optional(),
    published_at_to: time.optional(),
  },
});

const fields = {
  /**
   * Optional here: a missing title has its own result code, which the server returns; so have content, comments and
   * reasons.
   */
  article_title: text(120).default(''),
  content: z.string().max(CONTENT_MAX).default(''),
  type_id: id,
  visibility: visibility.default('all'),
  role_ids: z.array(id).max(100).default([]),
  user_group_ids: z.array(id).max(200).default([]),
  user_ids: z.array(id).max(1000).default([]),
  comments: comments.default('open'),
  file_ids: z.array(id).max(20).default([]),
};
const file = z.object({ file_id: id, file_name: z.string(), size: z.int() });
const one = z.object({ article_id: id });
const shown = {
  article_id: id,
  version: z.int(),
  article_title: z.string(),
  content: z.string(),
  type_id: id,
  type_name: z.string(),
  author_id: id.nullable(),
  author_name: z.string(),
  state,
  revision_no: z.int(),
  published_no: z.int().nullable(),
  published_at: time.nullable(),
  minutes: z.int(),
  comments,
  files: z.array(file),
  ...counts,
  collected: z.boolean(),
  is_own: z.boolean(),
};
const faultsOf = (fault: FaultName) => ({ article_title: fault, content: fault, type_id: fault });

export const articleActions = {
  /** As readers see it. */
  one: call({
    path: '/learning/article/detail',
    needs: 'article.read',
    input: one,
    output: z.object(shown),
  }),
  /** The newest or another revision, for its author and for auditors. */
  draft: call({
    path: '/learning/article/draft',
    needs: 'article.read',
    input: one.extend({ revision_no: z.int().min(1).optional() }),
    output: z.object({
      ...shown,
      visibility,
      role_ids: z.array(id),
      user_group_ids: z.array(id),
      user_ids: z.array(id),
      return_reason: z.string(),
      auditor_id: id.nullable(),
      steps: z.array(
        z.object({ act: z.string(), actor: z.string(), at: time, reason: z.string(), revision_no: z.int() }),
      ),
    }),
  }),
  add: call({
    path: '/learning/article/add',
    needs: 'article.write',
    writes: true,
    faults: faultsOf('article_entry_failed'),
    input: z.object(fields),
    output: one,
  }),
  /** Creates a new revision; the published one remains until the new one is approved. */
  edit: call({
    path: '/learning/article/edit',
    needs: 'article.write',
    writes: true,
    faults: faultsOf('article_edit_failed'),
    input: z.object({ article_id: id, version: z.int(), ...fields }),
    output: z.object({ revision_no: z.int() }),
  }),
  submit: call({
    path: '/learning/article/submit',
    needs: 'article.write',
    writes: true,
    input: one.extend({ auditor_id: id.nullable().default(null) }),
    output: empty,
  }),
  /** Withdraws it from the audit or, once published, from readers. */
  withdraw: call({
    path: '/learning/article/withdraw',
    needs: 'article.write',
    writes: true,
    input: one,
    output: empty,
  }),
  /** Takes down somebody else's article; the author is told the reason. */
  takeDown: call({
    path: '/learning/article/takedown',
    needs: 'article.manage',
    writes: true,
    input: one.extend({ reason: text(500).default('') }),
    output: empty,
  }),
  remove: call({
    path: '/learning/article/delete',
    needs: 'article.write',
    writes: true,
    input: z.object({ article_id: idOrIds }),
    output: empty,
  }),
  revisions: call({
    path: '/learning/article/revision/data',
    needs: 'article.read',
    input: one,
    output: z.object({
      data_info: z.array(
        z.object({
          revision_no: z.int(),
          article_title: z.string(),
          words: z.int(),
          saved_by_name: z.string(),
          saved_at: time,
          is_published: z.boolean(),
        }),
      ),
    }),
  }),
  /** Differences between two revisions, by block. */
  compare: call({
    path: '/learning/article/revision/compare',
    needs: 'article.read',
    input: one.extend({ from_no: z.int().min(1), to_no: z.int().min(1) }),
    output: z.object({
      fields: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
      blocks: z.array(
        z.object({
          kind: z.enum(['same', 'added', 'removed', 'changed']),
          parts: z.array(z.object({ kind: z.enum(['same', 'added', 'removed']), text: z.string() })),
        }),
      ),
    }),
  }),
  /** Makes an old revision the newest one. */
  restore: call({
    path: '/learning/article/revision/restore',
    needs: 'article.write',
    writes: true,
    input: one.extend({ revision_no: z.int().min(1), version: z.int() }),
    output: z.object({ revision_no: z.int() }),
  }),
  /** Records a view: once when it is opened, then with the seconds spent on it. */
  view: call({
    path: '/learning/article/view',
    needs: 'article.read',
    input: one.extend({ seconds: z.int().min(0).max(3600).default(0) }),
    output: empty,
  }),
  /** Options that an author can choose from. */
  choices: call({
    path: '/learning/article/choices',
    needs: 'article.write',
    input: empty,
    output: z.object({
      roles: z.array(z.object({ role_id: id, role_name: z.string() })),
      groups: z.array(z.object({ user_group_id: id, user_group_name: z.string() })),
      people: z.array(z.object({ user_id: id, real_name: z.string(), audits: z.boolean() })),
    }),
  }),
  download: call({
    path: '/learning/article/download',
    needs: 'article.read',
    input: one.extend({ file_id: id }),
    output: z.object({ url: z.string() }),
  }),
};

/** Downloads of the user's own articles, or of all articles for auditors. */
export const articleDownloads = listing({
  name: 'articleDownloads',
  path: '/learning/article/download/data',
  needs: 'article.read',
  row: {
    download_id: id,
    article_id: id,
    article_title: z.string(),
    file_name: z.string(),
    user_name: z.string(),
    at: time,
  },
  search: ['article_title', 'file_name', 'user_name'],
  filters: { article_id: id.optional(), at_from: time.optional(), at_to: time.optional() },
});

export const statisticKinds = ['count', 'views', 'collections', 'comments', 'ranking', 'downloads'] as const;

export const articleStatistics = {
  data: call({
    path: '/learning/article/statistics',
    needs: 'article.audit',
    input: z.object({ kind: z.enum(statisticKinds), from: time, to: time }),
    output: z.object({
      total: z.int(),
      data_info: z.array(z.object({ id, name: z.string(), count: z.int(), seconds: z.int() })),
    }),
  }),
  /** Reading statistics of the user's own articles. */
  mine: call({
    path: '/learning/mine/statistics',
    needs: 'article.read',
    input: empty,
    output: z.object({ published: z.int(), views: z.int(), readers: z.int(), seconds: z.int(), ...counts }),
  }),
};
