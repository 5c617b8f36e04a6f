import * as z from 'zod';
import { call, empty } from '#shared/contract/define.ts';
import { shiftedDatums } from '#shared/domain/tile-provider.ts';

export const maps = {
  /** Tiles that replace the bundled map; null if none are configured. */
  provider: call({
    path: '/platform/map/provider',
    needs: 'signed-in',
    input: empty,
    output: z.object({
      provider: z
        .object({
          id: z.string(),
          tiles: z.object({
            general: z.array(z.string()),
            satellite: z.array(z.string()).optional(),
            dark: z.array(z.string()).optional(),
          }),
          hosts: z.array(z.string()).optional(),
          key: z.string().optional(),
          max_zoom: z.int(),
          attribution: z.string(),
          datum: z.enum(shiftedDatums).optional(),
        })
        .nullable(),
    }),
  }),
};
