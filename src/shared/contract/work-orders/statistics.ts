import * as z from 'zod';
import { call } from '#shared/contract/define.ts';
import { id, time } from '#shared/contract/fields.ts';
import { orderFilters } from './orders.ts';

/** Orders that were made in the period, and how they went. */
const figures = {
  count: z.int(),
  open: z.int(),
  overdue: z.int(),
  /** Done or closed with a deadline, and how many of them in time. */
  timed: z.int(),
  on_time: z.int(),
  /** Closed after work, and how many of them without being sent back or reopened. */
  fixed: z.int(),
  first_time: z.int(),
  /** Means in seconds: until accepted, and until done. */
  response: z.number().nullable(),
  repair: z.number().nullable(),
};

const named = z.object({
  id: id.nullable(),
  name: z.string().nullable(),
  name_en: z.string().nullable(),
  ...figures,
});

export const orderStatistics = {
  data: call({
    path: '/auth_login/login/order/statistics',
    needs: 'order.read',
    input: z.object({ ...orderFilters, created_at_from: time, created_at_to: time }),
    output: z.object({
      ...figures,
      by_person: z.array(named),
      by_group: z.array(named),
      by_type: z.array(named),
      /** The first fifty by number of orders. */
      by_site: z.array(named.extend({ site_id: id.nullable() })),
      /** Months of the network's clock, `2026-11`. */
      by_month: z.array(z.object({ month: z.string(), ...figures })),
      /** Of sites with orders or silence: the share of the period in which they were online, the worst first. */
      availability: z.array(
        z.object({ site_id: id, site_name: z.string(), mn: z.string(), share: z.number() }),
      ),
    }),
  }),
};
