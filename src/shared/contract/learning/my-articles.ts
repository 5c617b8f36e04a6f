import * as z from 'zod';
import { call, empty } from '#shared/contract/define.ts';
import { id, idOrIds, time } from '#shared/contract/fields.ts';
import { listing } from '#shared/contract/resource.ts';
import { commentStates } from './article-comments.ts';
import { articleStates } from './articles.ts';

export const myArticles = listing({
  name: 'myArticles',
  path: '/learning/mine/article/data',
  needs: 'article.read',
  row: {
    article_id: id,
    article_title: z.string(),
    type_id: id,
    type_name: z.string(),
    state: z.enum(articleStates),
    revision_no: z.int(),
    published_no: z.int().nullable(),
    published_at: time.nullable(),
    return_reason: z.string(),
    view_count: z.int(),
    comment_count: z.int(),
    collection_count: z.int(),
    updated_at: time,
  },
  search: ['article_title', 'type_name'],
  filters: { state: z.enum(articleStates).optional(), type_id: id.optional() },
});

export const myCollections = listing({
  name: 'myCollections',
  path: '/learning/mine/collection/data',
  needs: 'article.read',
  row: {
    article_id: id,
    article_title: z.string(),
    type_name: z.string(),
    author_name: z.string(),
    collected_at: time,
    /** False if it was withdrawn or hidden from the user since. */
    readable: z.boolean(),
  },
  search: ['article_title', 'type_name', 'author_name'],
});

export const myComments = listing({
  name: 'myComments',
  path: '/learning/mine/comment/data',
  needs: 'article.read',
  row: {
    comment_id: id,
    body: z.string(),
    article_id: id,
    article_title: z.string(),
    state: z.enum(commentStates),
    at: time,
    reason: z.string(),
  },
  search: ['body', 'article_title'],
  filters: { article_id: id.optional(), state: z.enum(commentStates).optional() },
});

export const articleCollections = {
  add: call({
    path: '/learning/collection/add',
    needs: 'article.read',
    input: z.object({ article_id: id }),
    output: empty,
  }),
  remove: call({
    path: '/learning/collection/delete',
    needs: 'article.read',
    input: z.object({ article_id: idOrIds }),
    output: empty,
  }),
};
