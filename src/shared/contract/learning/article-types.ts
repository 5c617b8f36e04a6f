import * as z from 'zod';
import { call } from '#shared/contract/define.ts';
import { id, name, remark } from '#shared/contract/fields.ts';
import { resource } from '#shared/contract/resource.ts';

/** Maximum depth of the tree. */
export const TYPE_DEPTH = 4;

/** A tree; names are unique among siblings. */
export const articleTypes = resource({
  name: 'articleTypes',
  table: 'article_type',
  path: '/learning/article/type',
  id: 'type_id',
  needs: 'article_type',
  fields: {
    type_name: name(),
    parent_id: id.nullable().default(null),
    sort: z.int().min(0).max(9999).default(0),
    enabled: z.boolean().default(true),
    remark,
  },
  shows: { whole_name: z.string(), article_count: z.int() },
  search: ['type_name', 'whole_name', 'remark'],
  filters: { parent_id: id.optional(), enabled: z.boolean().optional() },
});

export const articleMenu = {
  /** The tree with the number of articles that the user may see, including those of subtypes. */
  tree: call({
    path: '/learning/article/menu/data',
    needs: 'article.read',
    /** This type and its subtypes; without it all. */
    input: z.object({ type_id: id.optional() }),
    output: z.object({
      data_info: z.array(
        z.object({
          type_id: id,
          parent_id: id.nullable(),
          type_name: z.string(),
          enabled: z.boolean(),
          article_count: z.int(),
        }),
      ),
    }),
  }),
};
