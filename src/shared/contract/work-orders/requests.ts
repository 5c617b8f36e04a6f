import * as z from 'zod';
import { proof } from '#shared/contract/access/sign-in.ts';
import { call, empty } from '#shared/contract/define.ts';
import { id, name, text, time } from '#shared/contract/fields.ts';
import { listing } from '#shared/contract/resource.ts';
import { newOrderFields } from './orders.ts';

/** The photo of a rejected report is kept this long, in case the rejection was wrong. */
export const REFUSED_PHOTO_DAYS = 30;

export const requestStates = ['new', 'ordered', 'refused'] as const;
/** Of a photo that the browser has scaled down. */
export const PHOTO_BYTES = 1_500_000;

/** Faults reported by passers-by at a station. */
export const orderRequests = listing({
  name: 'orderRequests',
  path: '/auth_login/login/order_request/data',
  needs: 'order.read',
  row: {
    request_id: id,
    site_id: id,
    site_name: z.string(),
    mn: z.string(),
    description: z.string(),
    contact: z.string(),
    created_at: time,
    state: z.enum(requestStates),
    order_id: id.nullable(),
    decided_by: z.string().nullable(),
    decided_at: time.nullable(),
    refusal: z.string(),
    has_photo: z.boolean(),
  },
  sortable: ['created_at', 'site_name', 'state'],
  search: ['description', 'site_name', 'mn', 'contact'],
  filters: {
    request_id: id.optional(),
    site_id: id.optional(),
    state: z.enum(requestStates).optional(),
    created_at_from: time.optional(),
    created_at_to: time.optional(),
  },
});

export const orderRequestActions = {
  /** Creates an order from a request, with its station and photo. */
  order: call({
    path: '/auth_login/login/order_request/order',
    needs: 'order.add',
    writes: true,
    input: z.object({ request_id: id, ...newOrderFields }),
    output: z.object({ order_id: id }),
  }),
  refuse: call({
    path: '/auth_login/login/order_request/refuse',
    needs: 'order.add',
    writes: true,
    input: z.object({ request_id: id, note: name(500) }),
    output: empty,
  }),
  /** A JPEG, as base64. */
  photo: call({
    path: '/auth_login/login/order_request/photo',
    needs: 'order.read',
    input: z.object({ request_id: id }),
    output: z.object({ photo: z.string() }),
  }),
};

/** QR codes at stations. */
export const orderCodes = {
  data: call({
    path: '/auth_login/login/order_code/data',
    needs: 'order.manage',
    input: z.object({ site_ids: z.array(id).min(1, 'required').max(500) }),
    output: z.object({
      data_info: z.array(z.object({ site_id: id, site_name: z.string(), mn: z.string(), token: z.string() })),
    }),
  }),
  /** Makes a new code; printed copies of the old one become invalid. */
  renew: call({
    path: '/auth_login/login/order_code/renew',
    needs: 'order.manage',
    writes: true,
    input: z.object({ site_ids: z.array(id).min(1, 'required').max(500) }),
    output: empty,
  }),
};

const token = z.string().min(1).max(100);

/** Calls of the public page behind a code, without an account. */
export const faultReports = {
  look: call({
    path: '/public/fault_report/look',
    needs: 'public',
    input: z.object({ token }),
    output: z.object({ site_name: z.string(), site_name_en: z.string() }),
  }),
  send: call({
    path: '/public/fault_report/send',
    needs: 'public',
    input: z.object({
      token,
      description: name(1000),
      contact: text(50).default(''),
      /** A JPEG, as base64. */
      photo: z
        .base64()
        .max(Math.ceil((PHOTO_BYTES * 4) / 3) + 4, 'too_long')
        .optional(),
      proof: proof.optional(),
    }),
    output: z.object({ number: id }),
  }),
};
