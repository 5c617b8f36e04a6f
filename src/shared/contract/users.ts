import * as z from 'zod';
import { call, empty, listOf, paging } from './define.ts';
import { id, idOrIds, mobile, name, password, remark, text, time } from './fields.ts';
import { resource } from './resource.ts';

export const userStatus = z.enum(['normal', 'sealed', 'pending']);
export type UserStatus = z.output<typeof userStatus>;

const fields = {
  account: name(64).regex(/^[\w.@-]+$/, 'bad_format'),
  real_name: name(),
  mobile: mobile.nullable().default(null),
  role_id: id,
  remark,
};

const plain = resource({
  name: 'users',
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

/** An administrator's reduced form: the mobile number is the account. */
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

/** One line of an import file as it was read, with what is wrong with it. Row 1 is the heading. */
export const importRow = z.object({
  row: z.int(),
  values: z.record(z.string(), z.string()),
  problems: z.array(
    z.object({
      field: z.string(),
      problem: z.string(),
      params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
    }),
  ),
});
export type ImportRow = z.output<typeof importRow>;

export const userImport = {
  template: call({
    path: '/auth_login/login/user/import/template',
    needs: 'user.write',
    input: z.object({ language: z.enum(['zh', 'en']).default('zh') }),
    output: z.object({ url: z.string() }),
  }),
  preview: call({
    path: '/auth_login/login/user/import/preview',
    needs: 'user.write',
    input: z.object({ file_id: id }),
    output: z.object({ rows: z.array(importRow), total: z.int(), bad: z.int() }),
  }),
  /** All rows or none. */
  run: call({
    ...write,
    path: '/auth_login/login/user/import',
    input: z.object({ file_id: id }),
    output: z.object({ added: z.int() }),
  }),
};
