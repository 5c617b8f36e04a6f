import * as z from 'zod';
import { call, empty } from '#shared/contract/define.ts';
import { id, remark, text, time } from '#shared/contract/fields.ts';
import { listing } from '#shared/contract/resource.ts';

export const keyStates = ['valid', 'expired', 'revoked'] as const;
export const keyVerdicts = ['valid', 'expired', 'revoked', 'unknown', 'forged'] as const;

/** Digits as text or number. Not validated here: the server returns their own result codes. */
const digits = z
  .union([z.string(), z.number()])
  .nullish()
  // Anything else is an invalid number.
  .catch('?')
  .transform((given) => String(given ?? '').trim());

export const softwareKeys = listing({
  name: 'softwareKeys',
  path: '/learning/softwarekey/data',
  needs: 'software_key.read',
  row: {
    key_id: id,
    dc: z.string(),
    ckb: z.string(),
    duration_days: z.int(),
    state: z.enum(keyStates),
    issued_by_name: z.string(),
    issued_at: time,
    expires_at: time,
    revoked_at: time.nullable(),
    revoked_by_name: z.string(),
    revoke_reason: z.string(),
    remark: z.string(),
  },
  search: ['dc', 'ckb', 'issued_by_name', 'remark'],
  filters: {
    state: z.enum(keyStates).optional(),
    issued_at_from: time.optional(),
    issued_at_to: time.optional(),
  },
});

const one = z.object({ key_id: id });

export const softwareKeyActions = {
  issue: call({
    path: '/learning/softwarekey/add',
    needs: 'software_key.write',
    writes: true,
    input: z.object({ dc: digits, ckb: digits, pw1: digits, pw2: digits, duration: digits, remark }),
    output: z.object({ key_id: id, key_text: z.string(), expires_at: time }),
  }),
  /** An issued key, to be copied again. */
  get: call({
    path: '/learning/softwarekey/get',
    needs: 'software_key.write',
    input: one,
    output: z.object({ key_id: id, key_text: z.string(), expires_at: time }),
  }),
  /** Whether a key is genuine and valid; and, if numbers are given, whether it was made for them. */
  verify: call({
    path: '/learning/softwarekey/verify',
    needs: 'software_key.read',
    input: z.object({
      key_text: text(400),
      dc: digits,
      ckb: digits,
      pw1: digits,
      pw2: digits,
    }),
    output: z.object({
      verdict: z.enum(keyVerdicts),
      dc: z.string().nullable(),
      issued_at: time.nullable(),
      expires_at: time.nullable(),
      revoked_at: time.nullable(),
      revoke_reason: z.string(),
      /** Null: no numbers were given. */
      matches: z.boolean().nullable(),
    }),
  }),
  revoke: call({
    path: '/learning/softwarekey/revoke',
    needs: 'software_key.write',
    writes: true,
    input: one.extend({ reason: text(200).default('') }),
    output: empty,
  }),
  /** For checking keys without this platform. */
  publicKey: call({
    path: '/learning/softwarekey/public',
    needs: 'software_key.read',
    input: empty,
    output: z.object({ public_key: z.string() }),
  }),
};
