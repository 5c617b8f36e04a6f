import * as z from 'zod';
import { call, empty } from '#shared/contract/define.ts';

/** What a password must be like. */
export const passwordPolicy = z.object({
  password_min: z.int(),
  /** Kinds of characters, of small and capital letters, digits and others. */
  password_kinds: z.int(),
  password_not_account: z.boolean(),
  password_history: z.int(),
});
export type PasswordPolicy = z.output<typeof passwordPolicy>;

/** What everyone sees before they sign in. */
export const face = {
  data: call({
    path: '/platform/face',
    needs: 'public',
    input: empty,
    output: z.object({
      title: z.string().nullable(),
      title_en: z.string().nullable(),
      logo: z.string().nullable(),
      picture: z.string().nullable(),
      /** Offered only where a code can reach the person, or where the instance is a demo. */
      register: z.boolean(),
      find_password: z.boolean(),
      password: passwordPolicy,
    }),
  }),
};
