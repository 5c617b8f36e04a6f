import * as z from 'zod';
import { call, empty, listOf, paging } from '#shared/contract/define.ts';
import { id, idOrIds, text, time } from '#shared/contract/fields.ts';
import { listing } from '#shared/contract/resource.ts';

export const commentStates = ['awaiting', 'shown', 'hidden'] as const;
const state = z.enum(commentStates);
export const COMMENT_MAX = 1000;

export const articleComments = {
  /** Visible comments and the user's own. */
  data: call({
    path: '/learning/comment/data',
    needs: 'article.read',
    input: z.object({ ...paging, article_id: id }),
    output: listOf(
      z.object({
        comment_id: id,
        parent_id: id.nullable(),
        author_name: z.string(),
        answers: z.string().nullable(),
        body: z.string(),
        state,
        at: time,
        is_own: z.boolean(),
      }),
    ),
  }),
  add: call({
    path: '/learning/comment/add',
    needs: 'article.read',
    writes: true,
    faults: { body: 'comment_add_failed' },
    input: z.object({
      article_id: id,
      body: text(COMMENT_MAX).default(''),
      parent_id: id.nullable().default(null),
    }),
    output: z.object({ comment_id: id, state }),
  }),
  /** The user's own comment, or anyone's for moderators. */
  remove: call({
    path: '/learning/comment/delete',
    needs: 'article.read',
    writes: true,
    input: z.object({ comment_id: id }),
    output: empty,
  }),
};

export const commentAudits = listing({
  name: 'commentAudits',
  path: '/learning/comment/audit/data',
  needs: 'article.audit',
  row: {
    comment_id: id,
    body: z.string(),
    author_name: z.string(),
    article_id: id,
    article_title: z.string(),
    state,
    at: time,
    decided_by: z.string(),
    reason: z.string(),
  },
  search: ['body', 'author_name', 'article_title'],
  filters: { state: state.optional(), at_from: time.optional(), at_to: time.optional() },
});

export const commentAuditActions = {
  decide: call({
    path: '/learning/comment/audit/decide',
    needs: 'article.audit',
    writes: true,
    input: z.object({
      comment_id: idOrIds,
      state: z.enum(['shown', 'hidden']),
      reason: text(200).default(''),
    }),
    output: empty,
  }),
};
