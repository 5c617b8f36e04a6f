import * as z from 'zod';
import { call, empty } from '#shared/contract/define.ts';
import { id, text } from '#shared/contract/fields.ts';
import { DAY_MINUTES } from '#shared/domain/time-units.ts';

/** Settings of sign-in (`count/set`, `count/data` of the spec). */
export const loginLimit = z.object({
  max_devices: z.int().min(1).max(100),
  max_failures: z.int().min(1).max(100),
  lock_minutes: z.int().min(1).max(DAY_MINUTES),
  /** The same answer for an unknown account and a wrong password. */
  one_answer: z.boolean(),
  /** Whether users can register themselves. */
  register_open: z.boolean(),
  register_role_id: id,
  register_needs_approval: z.boolean(),
  /** Password policy: minimum length and number of character classes. */
  password_min: z.int().min(6).max(64),
  password_kinds: z.int().min(1).max(4),
  /** Whether it may contain the account name or the mobile number. */
  password_not_account: z.boolean(),
  /** Days until a password must be changed; 0: never. */
  password_days: z.int().min(0).max(3650),
  /** Number of previous passwords that may not be used again; 0: no restriction. */
  password_history: z.int().min(0).max(24),
  /** Daily limits of SMS codes: per number, per IP address, and in total. */
  codes_per_number: z.int().min(1).max(100),
  codes_per_address: z.int().min(1).max(10_000),
  codes_per_day: z.int().min(1).max(1_000_000),
});

export const loginLimits = {
  data: call({
    path: '/auth_login/login/count/data',
    needs: 'login_limit.read',
    input: empty,
    output: loginLimit.extend({
      /**
       * Whether the user may not change the limits, because they affect everyone and the user does not see all sites.
       */
      limits_locked: z.boolean(),
      version: z.int(),
      updated_at: text(40),
    }),
  }),
  set: call({
    path: '/auth_login/login/count/set',
    needs: 'login_limit.write',
    writes: true,
    ignores: ['limits_locked', 'updated_at'],
    input: loginLimit.extend({ version: z.int() }),
    output: empty,
  }),
};
