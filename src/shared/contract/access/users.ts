import * as z from 'zod';
import { call, empty, listOf, paging } from '#shared/contract/define.ts';
import { id, idOrIds, mobile, name, password, remark, text, time } from '#shared/contract/fields.ts';
import { importCalls } from '#shared/contract/imports.ts';
import { listing, resource } from '#shared/contract/resource.ts';
import { signedInDevice } from './personal.ts';

/** `locked` is shown as a state, but ends by itself: the account is then normal again. */
export const userStatus = z.enum(['normal', 'locked', 'sealed', 'pending']);
export type UserStatus = z.output<typeof userStatus>;

const fields = {
  account: name(64).regex(/^[\w.@-]+$/, 'bad_account'),
  real_name: name(),
  mobile: mobile.nullable().default(null),
  role_id: id,
  remark,
};

const plain = resource({
  name: 'users',
  table: 'user_account',
  path: '/auth_login/login/user',
  id: 'user_id',
  needs: 'user',
  fields,
  shows: {
    role_name: z.string(),
    role_name_en: z.string(),
    status: userStatus,
    group_names: z.string(),
    last_login_at: time.nullable(),
    locked_until: time.nullable(),
    created_at: time,
  },
  search: ['account', 'real_name', 'mobile', 'remark'],
  filters: { role_id: id.optional(), status: userStatus.optional(), user_group_id: id.optional() },
});

const write = { needs: 'user.write', writes: true };

export const users = {
  ...plain,
  add: call({
    ...write,
    path: plain.add.path,
    input: z.object({ ...fields, password }),
    output: z.object({ user_id: id }),
  }),
};

export const shortUser = z.object({ user_id: id, account: z.string(), real_name: z.string() });

/** Fields of an administrator's short form: the mobile number is the account. */
const normalFields = { real_name: name(), mobile, role_id: id };
const normalEdit = { user_id: id, version: z.int(), ...z.object(normalFields).partial().shape };

export const userActions = {
  other: call({
    path: '/auth_login/login/user/data/other',
    needs: 'user.pick',
    input: z.object({
      ...paging,
      page_size: z.int().min(1).max(1000).default(1000),
      keyword: text(100).optional(),
    }),
    output: listOf(shortUser),
  }),
  seal: call({
    ...write,
    path: '/auth_login/login/user/seal',
    input: z.object({ user_id: idOrIds, sealed: z.boolean() }),
    output: empty,
  }),
  unlock: call({
    ...write,
    path: '/auth_login/login/user/unlock',
    input: z.object({ user_id: id }),
    output: empty,
  }),
  resetPassword: call({
    ...write,
    path: '/auth_login/login/user/password/reset',
    input: z.object({ user_id: id, password }),
    output: empty,
  }),
  addNormal: call({
    ...write,
    path: '/auth_login/login/normal/user/add',
    input: z.object({ ...normalFields, password }),
    output: z.object({ user_id: id }),
  }),
  editNormal: call({
    ...write,
    path: '/auth_login/login/normal/user/edit',
    ignores: plain.columns.filter((column) => !(column in normalEdit)),
    input: z.object(normalEdit),
    output: empty,
  }),
};

export const userImport = importCalls('/auth_login/login/user/import', 'user.write');

/** Sessions that were active within the last minutes. */
export const onlineUsers = listing({
  name: 'onlineUsers',
  path: '/auth_login/login/user/online/data',
  needs: 'user.read',
  row: {
    session_id: z.string(),
    user_id: id,
    account: z.string(),
    real_name: z.string(),
    role_name: z.string(),
    role_name_en: z.string(),
    ...signedInDevice,
  },
  search: ['account', 'real_name', 'ip'],
  filters: { user_id: id.optional() },
});

/** What is affected when an account is deleted. */
export const userLosses = z.object({
  shifts: z.int(),
  orders: z.int(),
  /** The first of the open orders. */
  order_list: z.array(z.object({ order_id: id, order_title: z.string() })),
  plans: z.int(),
  meetings: z.int(),
});

export const onlineActions = {
  out: call({
    path: '/auth_login/login/user/online/out',
    needs: 'user.write',
    writes: true,
    input: z.object({ session_ids: z.array(z.uuid()).min(1, 'required').max(1000) }),
    output: empty,
  }),
  losses: call({
    path: '/auth_login/login/user/losses',
    needs: 'user.write',
    input: z.object({ user_id: idOrIds }),
    output: userLosses,
  }),
};
