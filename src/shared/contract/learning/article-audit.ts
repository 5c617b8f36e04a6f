import * as z from 'zod';
import { call, empty } from '#shared/contract/define.ts';
import { id, idOrIds, text, time } from '#shared/contract/fields.ts';
import { listing } from '#shared/contract/resource.ts';
import { articleStates } from './articles.ts';

export const articleAudits = listing({
  name: 'articleAudits',
  path: '/learning/article/audit/data',
  needs: 'article.audit',
  row: {
    article_id: id,
    article_title: z.string(),
    type_name: z.string(),
    author_name: z.string(),
    state: z.enum(articleStates),
    /** A new revision of a published article. */
    is_change: z.boolean(),
    submitted_at: time.nullable(),
    auditor_name: z.string().nullable(),
    words: z.int(),
    return_reason: z.string(),
  },
  search: ['article_title', 'author_name', 'type_name'],
  filters: {
    state: z.enum(articleStates).optional(),
    type_id: id.optional(),
    submitted_at_from: time.optional(),
    submitted_at_to: time.optional(),
  },
});

export const articleAuditActions = {
  approve: call({
    path: '/learning/article/audit/approve',
    needs: 'article.audit',
    writes: true,
    input: z.object({ article_id: idOrIds }),
    output: z.object({ approved: z.int() }),
  }),
  /** Returns it to the author with a reason. */
  giveBack: call({
    path: '/learning/article/audit/return',
    needs: 'article.audit',
    writes: true,
    input: z.object({ article_id: idOrIds, reason: text(500).default('') }),
    output: empty,
  }),
};
