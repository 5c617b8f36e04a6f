import * as z from 'zod';
import { call, empty } from '#shared/contract/define.ts';
import { id } from '#shared/contract/fields.ts';

/** So many sites are remembered as looked at lately. */
export const RECENT_SITES = 8;

/** The user's own favourites and the sites that they looked at lately: pickers offer them first. */
export const siteMarks = {
  data: call({
    path: '/monitor/point/marks/data',
    needs: 'signed-in',
    input: z.object({}),
    output: z.object({
      /** By name. */
      favourites: z.array(id),
      /** Newest first. */
      recent: z.array(id),
    }),
  }),
  favour: call({
    path: '/monitor/point/marks/favour',
    needs: 'signed-in',
    input: z.object({ site_id: id, favourite: z.boolean() }),
    output: empty,
  }),
  /** A site's page was opened. */
  visit: call({
    path: '/monitor/point/marks/visit',
    needs: 'signed-in',
    input: z.object({ site_id: id }),
    output: empty,
  }),
};
