import * as z from 'zod';
import { id, name, text, time } from '#shared/contract/fields.ts';
import { listing, resource } from '#shared/contract/resource.ts';
import { orderStates } from '#shared/domain/order-steps.ts';
import { assignments, orderPriorities } from './orders.ts';

export const planBases = ['days', 'hours'] as const;

/** Preventive maintenance: an order per site, after a number of days or operating hours. */
export const orderPlans = resource({
  name: 'orderPlans',
  table: 'order_plan',
  path: '/auth_login/login/order_plan',
  id: 'plan_id',
  needs: 'order_type',
  fields: {
    plan_name: name(100),
    order_type_id: id,
    description: text(2000).default(''),
    /** The consumable to replace, if the plan is for one. */
    consumable: text(50).default(''),
    priority: z.enum(orderPriorities).default('normal'),
    /** False: paused. */
    enabled: z.boolean().default(true),
    basis: z.enum(planBases).default('days'),
    every_days: z.int().min(1).max(3650).nullable().default(null),
    /** Hours with data: of one factor's instrument, or of the station if no factor is given. */
    every_hours: z.int().min(1).max(100_000).nullable().default(null),
    component_id: id.nullable().default(null),
    /** By days: the first due date. By hours: the start of counting. */
    first_at: time,
    /** Only those that the user may see. */
    site_ids: z.array(id).min(1, 'required').max(1000),
    assign: z.enum(assignments).default('nobody'),
    assignee_id: id.nullable().default(null),
    user_group_id: id.nullable().default(null),
  },
  shows: {
    type_name: z.string(),
    type_name_en: z.string(),
    component_name: z.string().nullable(),
    component_name_en: z.string().nullable(),
    /** The earliest of all its sites. */
    next_at: time.nullable(),
    orders: z.int(),
    open_orders: z.int(),
  },
  search: ['plan_name', 'type_name', 'consumable', 'description'],
  filters: { enabled: z.boolean().optional(), basis: z.enum(planBases).optional() },
});

/** Progress of each plan at each of its sites. */
export const orderPlanSites = listing({
  name: 'orderPlanSites',
  path: '/auth_login/login/order_plan/sites',
  needs: 'order_type.read',
  row: {
    plan_site_id: id,
    plan_id: id,
    plan_name: z.string(),
    site_id: id,
    site_name: z.string(),
    mn: z.string(),
    basis: z.enum(planBases),
    /** By hours: the earliest possible time. */
    next_at: time,
    since: time,
    hours_run: z.int(),
    every_hours: z.int().nullable(),
    /** The next order is created only when the previous one is finished. */
    waits: z.boolean(),
    order_id: id.nullable(),
    order_state: z.enum(orderStates).nullable(),
    orders: z.int(),
  },
  search: ['site_name', 'mn', 'plan_name'],
  filters: { plan_id: id.optional(), site_id: id.optional() },
});
