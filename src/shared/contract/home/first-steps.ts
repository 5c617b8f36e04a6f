import * as z from 'zod';
import { call, empty } from '#shared/contract/define.ts';
import { time } from '#shared/contract/fields.ts';

export const firstStep = z.enum(['password', 'title', 'mail', 'product_line', 'site', 'packet']);
export type FirstStep = z.output<typeof firstStep>;

/** Steps that a new instance still needs. */
export const firstSteps = {
  data: call({
    path: '/platform/first/steps',
    needs: 'platform.read',
    input: empty,
    output: z.object({
      /** Hidden by a user, or not needed because the demo has everything. */
      dismissed: z.boolean(),
      done: z.array(firstStep),
      gateway: z.object({
        /** Null: not configured; the host that the browser used is the best guess. */
        address: z.string().nullable(),
        port: z.int(),
        tls_port: z.int().nullable(),
      }),
      /** The device that sent the last packet, registered or not. */
      heard: z.object({ mn: z.string(), at: time, registered: z.boolean() }).nullable(),
    }),
  }),
  dismiss: call({
    path: '/platform/first/steps/dismiss',
    needs: 'platform.write',
    writes: true,
    input: empty,
    output: empty,
  }),
};
