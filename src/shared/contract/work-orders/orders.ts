import * as z from 'zod';
import { call, empty } from '#shared/contract/define.ts';
import { id, idOrIds, name, text, time } from '#shared/contract/fields.ts';
import { listing } from '#shared/contract/resource.ts';
import { alarmKindNames } from '#shared/domain/alarm-kinds.ts';
import { recheckStates } from '#shared/domain/order-recheck.ts';
import { orderActs, orderStates } from '#shared/domain/order-steps.ts';
import { checklist, formFields } from './types.ts';

export const orderPriorities = ['low', 'normal', 'high', 'urgent'] as const;
export const orderSources = ['person', 'alarm', 'quality', 'consumable', 'plan', 'request'] as const;
/**
 * `duty`: the group's members on duty. `nearest`: the group's member whose last accepted order was nearest to the site.
 */
export const assignments = ['nobody', 'person', 'group', 'duty', 'nearest'] as const;
export type Assignment = (typeof assignments)[number];
const state = z.enum(orderStates);

/** Filters of the list and of the statistics. */
export const orderFilters = {
  order_type_id: id.optional(),
  site_id: id.optional(),
  assignee_id: id.optional(),
  user_group_id: id.optional(),
  priority: z.enum(orderPriorities).optional(),
  source: z.enum(orderSources).optional(),
  created_at_from: time.optional(),
  created_at_to: time.optional(),
};

export const orders = listing({
  name: 'orders',
  path: '/auth_login/login/order/data',
  needs: 'order.read',
  row: {
    order_id: id,
    order_type_id: id,
    type_name: z.string(),
    type_name_en: z.string(),
    order_title: z.string(),
    order_title_en: z.string(),
    priority: z.enum(orderPriorities),
    state,
    source: z.enum(orderSources),
    site_id: id.nullable(),
    site_name: z.string().nullable(),
    mn: z.string().nullable(),
    longitude: z.number().nullable(),
    latitude: z.number().nullable(),
    user_group_id: id.nullable(),
    user_group_name: z.string().nullable(),
    assignee_id: id.nullable(),
    assignee_name: z.string().nullable(),
    made_by_name: z.string(),
    created_at: time,
    response_due_at: time.nullable(),
    due_at: time.nullable(),
    accepted_at: time.nullable(),
    done_at: time.nullable(),
    closed_at: time.nullable(),
    /** Accepted or done too late, or still not accepted or done after the limit. */
    overdue: z.boolean(),
    returned: z.int(),
  },
  sortable: ['created_at', 'due_at', 'closed_at', 'priority', 'state', 'site_name', 'order_title'],
  search: ['order_title', 'order_title_en', 'site_name', 'mn', 'assignee_name'],
  filters: {
    order_id: id.optional(),
    ...orderFilters,
    state: state.optional(),
    /** Not closed and not cancelled. */
    open: z.boolean().optional(),
    overdue: z.boolean().optional(),
    /** Orders that the user has to do, created, or watches. */
    mine: z.enum(['todo', 'made', 'watched']).optional(),
    alarm_id: id.optional(),
    plan_id: id.optional(),
    due_at_from: time.optional(),
    due_at_to: time.optional(),
  },
});

const assignment = {
  assign: z.enum(assignments).default('nobody'),
  /** For `person`. */
  assignee_id: id.optional(),
  /** For `group`, `duty` and `nearest`; by default the group of the type. */
  user_group_id: id.optional(),
};

/** File ids for photos and signatures. */
const answer = z.union([text(2000), z.number(), z.array(id).max(20)]);
const checkAnswer = z.object({
  passed: z.boolean().optional(),
  value: z.number().optional(),
  note: text(200).optional(),
});
const answers = z.record(z.string().max(40), answer);
const checks = z.record(z.string().max(40), checkAnswer);

/** An administrator may close an order although its data check has not passed; the reason stays visible. */
const override_reason = text(500).default('');
const note = text(500).default('');
const moved = z.object({ state });

const rechecked = z.object({
  alarm_id: id,
  kind: z.enum(alarmKindNames),
  component_id: id.nullable(),
  component_name: z.string().nullable(),
  component_name_en: z.string().nullable(),
  formula: z.string().nullable(),
  unit: z.string().nullable(),
  decimals: z.int().nullable(),
  data_type: z.string().nullable(),
  side: z.string(),
  limit_value: z.number().nullable(),
  from_at: time,
  ended_at: time.nullable(),
  state: z.enum(recheckStates),
  since: time.nullable(),
  until: time.nullable(),
});

/** Fields of every new order, whatever creates it. */
export const newOrderFields = {
  order_type_id: id,
  order_title: name(100),
  description: text(2000).default(''),
  priority: z.enum(orderPriorities).default('normal'),
  watcher_ids: z.array(id).max(100).default([]),
  /** By default computed from the type's limits and the working hours. */
  due_at: time.nullable().default(null),
  ...assignment,
};

export const orderActions = {
  add: call({
    path: '/auth_login/login/order/add',
    needs: 'order.add',
    writes: true,
    input: z.object({
      ...newOrderFields,
      /** English title and description, if the text comes from the platform instead of a user. */
      order_title_en: text(100).default(''),
      description_en: text(2000).default(''),
      site_id: id.nullable().default(null),
      /** The alarms of the order, all of one site. */
      alarm_ids: z.array(id).max(100).default([]),
      file_ids: z.array(id).max(20).default([]),
    }),
    output: z.object({ order_id: id }),
  }),
  /** Steps of the assignee. `do` includes the filled form. */
  do: call({
    path: '/auth_login/login/order/do',
    needs: 'order.do',
    writes: true,
    input: z.object({
      order_id: id,
      act: z.enum(['accept', 'start', 'hold', 'do']),
      /** Required for putting it on hold: the reason. */
      note,
      answers: answers.default({}),
      checks: checks.default({}),
      override_reason,
    }),
    output: moved,
  }),
  check: call({
    path: '/auth_login/login/order/check',
    needs: 'order.check',
    writes: true,
    input: z.object({
      order_id: id,
      act: z.enum(['check_pass', 'check_fail']),
      /** Required for returning it: what is missing. */
      note,
      override_reason,
    }),
    output: moved,
  }),
  /** By its creator or an administrator, with a reason. */
  close: call({
    path: '/auth_login/login/order/close',
    needs: 'order.do',
    writes: true,
    input: z.object({
      order_id: id,
      act: z.enum(['close', 'cancel', 'reopen']).default('close'),
      note: name(500),
      override_reason,
    }),
    output: moved,
  }),
  remove: call({
    path: '/auth_login/login/order/delete',
    needs: 'order.manage',
    writes: true,
    input: z.object({ order_id: idOrIds }),
    output: empty,
  }),
  /** Title, urgency, deadline and watchers; by its creator or an administrator. */
  edit: call({
    path: '/auth_login/login/order/edit',
    needs: 'order.do',
    writes: true,
    input: z.object({
      order_id: id,
      version: z.int(),
      order_title: name(100).optional(),
      description: text(2000).optional(),
      priority: z.enum(orderPriorities).optional(),
      due_at: time.nullable().optional(),
      watcher_ids: z.array(id).max(100).optional(),
    }),
    output: empty,
  }),
  /** Users who may read an order can start or stop watching it. */
  watch: call({
    path: '/auth_login/login/order/watch',
    needs: 'order.read',
    writes: true,
    input: z.object({ order_id: id, watches: z.boolean() }),
    output: empty,
  }),
  assign: call({
    path: '/auth_login/login/order/assign',
    needs: 'order.do',
    writes: true,
    input: z.object({ order_id: idOrIds, ...assignment, note }),
    output: z.object({ done: z.int() }),
  }),
  /** One order with its form, the answers, the data check since the fix, and the steps that the user may take. */
  get: call({
    path: '/auth_login/login/order/get',
    needs: 'order.read',
    input: z.object({ order_id: id }),
    output: z.object({
      order_id: id,
      version: z.int(),
      order_type_id: id,
      type_name: z.string(),
      type_name_en: z.string(),
      order_title: z.string(),
      order_title_en: z.string(),
      description: z.string(),
      description_en: z.string(),
      priority: z.enum(orderPriorities),
      state,
      source: z.enum(orderSources),
      site_id: id.nullable(),
      site_name: z.string().nullable(),
      mn: z.string().nullable(),
      longitude: z.number().nullable(),
      latitude: z.number().nullable(),
      address: z.string().nullable(),
      user_group_id: id.nullable(),
      user_group_name: z.string().nullable(),
      assignee_id: id.nullable(),
      assignee_name: z.string().nullable(),
      made_by_name: z.string(),
      created_at: time,
      response_due_at: time.nullable(),
      due_at: time.nullable(),
      accepted_at: time.nullable(),
      started_at: time.nullable(),
      held_at: time.nullable(),
      done_at: time.nullable(),
      closed_at: time.nullable(),
      overdue: z.boolean(),
      returned: z.int(),
      reopened: z.int(),
      close_reason: z.string(),
      override_reason: z.string(),
      override_by: z.string().nullable(),
      form_number: z.int(),
      fields: formFields,
      checklist,
      needs_check: z.boolean(),
      needs_signature: z.boolean(),
      recheck_minutes: z.int(),
      answers,
      checks,
      readings: z.array(
        z.object({
          field_key: z.string(),
          value: z.number().nullable(),
          unit: z.string(),
          flag: z.string(),
          ts: time,
          taken_at: time,
          taken_by: z.string(),
        }),
      ),
      files: z.array(z.object({ file_id: id, file_name: z.string(), size: z.int() })),
      watchers: z.array(z.object({ user_id: id, real_name: z.string() })),
      alarms: z.array(rechecked),
      /** What the user may do with it now. */
      may: z.array(z.enum([...orderActs, 'edit', 'assign', 'delete', 'override'])),
    }),
  }),
  /** Fills the station's newest value into a question of the form. */
  takeReading: call({
    path: '/auth_login/login/order/reading',
    needs: 'order.do',
    writes: true,
    input: z.object({ order_id: id, field_key: z.string().max(40) }),
    output: z.object({ value: z.number().nullable(), flag: z.string(), ts: time }),
  }),
  /** A short-lived URL of one of its files, or of a user's own upload that is not attached yet. */
  file: call({
    path: '/auth_login/login/order/file',
    needs: 'order.read',
    input: z.object({ order_id: id, file_id: id }),
    output: z.object({ url: z.string() }),
  }),
  /** Number of orders by state, overdue ones, and those that the user has to do. */
  count: call({
    path: '/auth_login/login/order/count',
    needs: 'order.read',
    input: empty,
    output: z.object({
      by_state: z.record(z.string(), z.int()),
      overdue: z.int(),
      todo: z.int(),
    }),
  }),
};
