import * as z from 'zod';
import { call, empty } from '#shared/contract/define.ts';
import { id, mobile, name, password, smsCode } from '#shared/contract/fields.ts';
import { pictureAddress } from '#shared/contract/platform/pictures.ts';

/** Settings from the user's theme (`title` is the browser tab's, spec §1), and platform-wide ones. */
export const userSet = z.object({
  title: z.string().nullable(),
  logo: z.string().nullable(),
  accent: z.string().nullable(),
  map_style: z.enum(['general', 'satellite', 'dark']),
  time_zone: z.string(),
  alarm_sound: z.enum(['off', 'chime', 'bell', 'siren']),
});

export const account = z.object({
  user_id: id,
  account: z.string(),
  real_name: z.string(),
  mobile: z.string().nullable(),
  /** Empty: the first letter of the name is shown. */
  avatar: z.string(),
  role_id: id,
  role_name: z.string(),
  role_name_en: z.string(),
  /** Whether the user may change network-wide settings, given the power for them. */
  sees_all_sites: z.boolean(),
  /** The account has an initial password and can do nothing until it is changed. */
  must_change_password: z.boolean(),
});

export const tokens = z.object({ access_token: z.string(), refresh_token: z.string() });

/**
 * Proof of work, answered with `code_required` after wrong passwords and before a code is sent; the browser computes
 * `nonce`.
 */
export const challenge = z.object({
  seed: z.string(),
  bits: z.int(),
  expires: z.int(),
  signature: z.string(),
});
export const proof = challenge.extend({ nonce: z.int() });

/** Secret of a device that has signed in before: failed attempts by others do not lock it out. */
const deviceToken = z.string().max(100);

export type Account = z.output<typeof account>;
export type UserSet = z.output<typeof userSet>;
export type Tokens = z.output<typeof tokens>;
export type Challenge = z.output<typeof challenge>;
export type Proof = z.output<typeof proof>;

export const signIn = {
  login: call({
    path: '/auth_login/login',
    needs: 'public',
    input: z.object({
      account: name(64),
      password: z.string().min(1, 'required').max(128),
      proof: proof.optional(),
      device_token: deviceToken.optional(),
    }),
    output: tokens.extend({ user: account, user_set: userSet, device_token: deviceToken }),
  }),
  out: call({ path: '/auth_login/login/out', needs: 'signed-in', input: empty, output: empty }),
  refresh: call({
    path: '/auth_login/refresh_token/refresh',
    needs: 'public',
    input: z.object({ refresh_token: z.string().min(1, 'required').max(4000) }),
    output: tokens.extend({ user: account, user_set: userSet }),
  }),
  sendCode: call({
    path: '/auth_login/mobile/code/get',
    needs: 'public',
    input: z.object({
      mobile,
      purpose: z.enum(['register', 'password']).default('register'),
      proof: proof.optional(),
    }),
    output: z.object({ wait_seconds: z.int(), valid_seconds: z.int() }),
  }),
  register: call({
    path: '/auth_login/mobile/reg',
    needs: 'public',
    input: z.object({
      mobile,
      code: smsCode,
      real_name: name(),
      password,
      password_again: z.string().optional(),
    }),
    output: z.object({ user_id: id, awaiting_approval: z.boolean() }),
  }),
  findPassword: call({
    path: '/auth_login/mobile/password/find',
    needs: 'public',
    input: z.object({
      mobile,
      code: smsCode,
      password,
      password_again: z.string().optional(),
      device_token: deviceToken.optional(),
    }),
    output: z.object({ device_token: deviceToken }),
  }),
  changePassword: call({
    path: '/auth_login/login/user/password/change',
    needs: 'signed-in',
    input: z.object({
      old_password: z.string().min(1, 'required').max(128),
      new_password: password,
      new_password_again: z.string().optional(),
    }),
    output: empty,
  }),
  me: call({
    path: '/auth_login/login/user/me',
    needs: 'signed-in',
    input: empty,
    output: z.object({ user: account, user_set: userSet }),
  }),
  editMe: call({
    path: '/auth_login/login/user/me/edit',
    needs: 'signed-in',
    writes: true,
    input: z.object({ real_name: name().optional(), avatar: pictureAddress.optional() }),
    output: empty,
  }),
};
