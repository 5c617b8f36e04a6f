import * as z from 'zod';
import { call, empty } from '#shared/contract/define.ts';
import { id } from '#shared/contract/fields.ts';

/** Number of recently viewed sites that are kept. */
export const RECENT_SITES = 8;

/** The user's favourites and recently viewed sites: pickers offer them first. */
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
  /** Records that a site's page was opened. */
  visit: call({
    path: '/monitor/point/marks/visit',
    needs: 'signed-in',
    input: z.object({ site_id: id }),
    output: empty,
  }),
};
