import * as z from 'zod';
import { call, empty } from '#shared/contract/define.ts';
import { id, name } from '#shared/contract/fields.ts';

/** Pages whose queries can be saved. */
const page = z.enum(['history']);
/** The query string of the page's address. */
const params = z.string().min(1, 'required').max(20_000);

/** Maximum number of saved queries per user and page. */
export const MOST_QUERIES = 50;

/** The user's saved queries of a page, and the last one used. */
export const savedQueries = {
  data: call({
    path: '/monitor/point/query/data',
    needs: 'signed-in',
    input: z.object({ page: page.default('history') }),
    output: z.object({
      last: z.string().nullable(),
      saved: z.array(z.object({ query_id: id, query_name: z.string(), params: z.string() })),
    }),
  }),
  /** An existing name is overwritten. */
  save: call({
    path: '/monitor/point/query/save',
    needs: 'signed-in',
    input: z.object({ page, query_name: name(50), params }),
    output: empty,
  }),
  /** Stores the last query, which the page opens with next time. */
  remember: call({
    path: '/monitor/point/query/remember',
    needs: 'signed-in',
    input: z.object({ page, params }),
    output: empty,
  }),
  remove: call({
    path: '/monitor/point/query/delete',
    needs: 'signed-in',
    input: z.object({ query_id: id }),
    output: empty,
  }),
};
