import * as z from 'zod';
import { call, empty } from '#shared/contract/define.ts';
import { id, text } from '#shared/contract/fields.ts';

/** Settings of sign-in (`count/set`, `count/data` of the spec). */
export const loginLimit = z.object({
  max_devices: z.int().min(1).max(100),
  max_failures: z.int().min(1).max(100),
  lock_minutes: z.int().min(1).max(1440),
  /** The same answer for an unknown account and a wrong password. */
  one_answer: z.boolean(),
  register_role_id: id,
  register_needs_approval: z.boolean(),
  /** SMS codes a day: to one number, for one address, and in all. */
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
      /** Whether the limits are changed by others only: who does not see all sites changes none for everyone. */
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
