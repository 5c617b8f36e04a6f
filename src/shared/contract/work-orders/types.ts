import * as z from 'zod';
import { call } from '#shared/contract/define.ts';
import { id, name, remark, text, time } from '#shared/contract/fields.ts';
import { resource } from '#shared/contract/resource.ts';
import { checkItemKinds, formFieldKinds } from '#shared/domain/order-form.ts';

const key = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/, 'bad_format');
const limit = z.number().nullable().default(null);
/** Working time, at most a year. */
const minutes = z.int().min(1).max(525_600).nullable().default(null);

const formField = z
  .object({
    key,
    label: name(),
    label_en: text(80).default(''),
    kind: z.enum(formFieldKinds),
    required: z.boolean().default(false),
    min: limit,
    max: limit,
    unit: text(20).default(''),
    options: z.array(name()).max(50).default([]),
    component_id: id.nullable().default(null),
  })
  .refine(({ kind, options }) => kind !== 'choice' || options.length > 0, {
    path: ['options'],
    message: 'required',
  })
  .refine(({ kind, component_id }) => kind !== 'reading' || component_id !== null, {
    path: ['component_id'],
    message: 'required',
  })
  .refine(isOrdered, { path: ['max'], message: 'below_minimum' });

const checkItem = z
  .object({
    key,
    label: name(),
    label_en: text(80).default(''),
    kind: z.enum(checkItemKinds),
    min: limit,
    max: limit,
    unit: text(20).default(''),
  })
  .refine(isOrdered, { path: ['max'], message: 'below_minimum' });

function isOrdered({ min, max }: { min: number | null; max: number | null }): boolean {
  return min === null || max === null || min <= max;
}

/** Keys identify questions; the order's signature has a reserved key. */
const isEachOnce = (items: { key: string }[]) => new Set(items.map((item) => item.key)).size === items.length;

export const formFields = z.array(formField).max(60).refine(isEachOnce, 'repeated');
export const checklist = z.array(checkItem).max(100).refine(isEachOnce, 'repeated');

/** Types of work orders: their form, checklist and time limits. */
export const orderTypes = resource({
  name: 'orderTypes',
  table: 'order_type',
  path: '/auth_login/login/order_type',
  id: 'order_type_id',
  needs: 'order_type',
  fields: {
    type_name: name(),
    type_name_en: text(80).default(''),
    enabled: z.boolean().default(true),
    fields: formFields.default([]),
    checklist: checklist.default([]),
    needs_check: z.boolean().default(true),
    needs_signature: z.boolean().default(false),
    response_minutes: minutes,
    completion_minutes: minutes,
    /** How long data must be good before an order from an alarm can be closed. */
    recheck_minutes: z.int().min(0).max(10_080).default(60),
    user_group_id: id.nullable().default(null),
    remark,
  },
  shows: {
    user_group_name: z.string().nullable(),
    /** Version of the form for new orders. */
    form_number: z.int(),
    open_orders: z.int(),
    orders: z.int(),
  },
  search: ['type_name', 'type_name_en', 'remark'],
  filters: { enabled: z.boolean().optional() },
});

export const orderTypeActions = {
  /** Versions of its form, newest first. Orders keep the version that they were created with. */
  forms: call({
    path: '/auth_login/login/order_type/forms',
    needs: 'order_type.read',
    input: z.object({ order_type_id: id }),
    output: z.object({
      data_info: z.array(
        z.object({
          form_id: id,
          number: z.int(),
          fields: formFields,
          checklist,
          needs_check: z.boolean(),
          needs_signature: z.boolean(),
          recheck_minutes: z.int(),
          made_at: time,
          made_by: z.string().nullable(),
          orders: z.int(),
        }),
      ),
    }),
  }),
};
