import * as z from 'zod';
import { call, empty } from '#shared/contract/define.ts';
import { shiftedDatums } from '#shared/domain/tile-provider.ts';

export const maps = {
  /** Tiles to draw in place of the bundled map; null where none are configured. */
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
