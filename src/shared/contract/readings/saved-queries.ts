import * as z from 'zod';
import { call, empty } from '#shared/contract/define.ts';
import { id, name } from '#shared/contract/fields.ts';

/** Pages whose questions can be saved. */
const page = z.enum(['history']);
/** The address of the question, without its page. */
const params = z.string().min(1, 'required').max(20_000);

/** So many questions has a user of one page. */
export const MOST_QUERIES = 50;

/** The user's own questions to a page, and the last one. */
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
  /** Under a name that is there already it replaces that one. */
  save: call({
    path: '/monitor/point/query/save',
    needs: 'signed-in',
    input: z.object({ page, query_name: name(50), params }),
    output: empty,
  }),
  /** The page opens on it the next time. */
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
