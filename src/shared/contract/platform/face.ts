import * as z from 'zod';
import { call, empty } from '#shared/contract/define.ts';

/** The password policy. */
export const passwordPolicy = z.object({
  password_min: z.int(),
  /** Minimum number of character classes: lower case, upper case, digits, others. */
  password_kinds: z.int(),
  password_not_account: z.boolean(),
  password_history: z.int(),
});
export type PasswordPolicy = z.output<typeof passwordPolicy>;

/** Public settings for the sign-in page. */
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
      /** Offered only if a code can be delivered, or in a demo. */
      register: z.boolean(),
      find_password: z.boolean(),
      password: passwordPolicy,
    }),
  }),
};
