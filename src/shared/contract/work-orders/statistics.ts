import * as z from 'zod';
import { call } from '#shared/contract/define.ts';
import { id, time } from '#shared/contract/fields.ts';
import { orderFilters } from './orders.ts';

/** Statistics of orders created in the period. */
const figures = {
  count: z.int(),
  open: z.int(),
  overdue: z.int(),
  /** Orders with a deadline that are done or closed, and how many were on time. */
  timed: z.int(),
  on_time: z.int(),
  /** Orders closed after work, and how many of them were never returned or reopened. */
  fixed: z.int(),
  first_time: z.int(),
  /** Means in seconds: until acceptance, and until done. */
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
      /** The fifty sites with the most orders. */
      by_site: z.array(named.extend({ site_id: id.nullable() })),
      /** Months in local time, `2026-11`. */
      by_month: z.array(z.object({ month: z.string(), ...figures })),
      /** For sites with orders or offline times: share of the period in which they were online, the lowest first. */
      availability: z.array(
        z.object({ site_id: id, site_name: z.string(), mn: z.string(), share: z.number() }),
      ),
    }),
  }),
};
