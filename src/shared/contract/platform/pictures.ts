import * as z from 'zod';
import { call } from '#shared/contract/define.ts';

/** As a browser writes a picture into a text. Drawings (SVG) are left out: they can carry scripts. */
const image = z
  .string()
  .max(400_000)
  .regex(/^data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$/, 'bad_format');

/** Where a picture is fetched from: by anyone who knows its hash, as an `<img>` sends no token. */
export const pictureFolder = '/file/picture';

/** A picture that was stored here, or none. */
export const pictureAddress = z.string().regex(/^(\/file\/picture\/[0-9a-f]{64})?$/, 'bad_format');

export const pictures = {
  /** Small ones, as logos and portraits are; the browser makes them small before it sends them. */
  add: call({
    path: '/file/picture/add',
    needs: 'signed-in',
    writes: true,
    input: z.object({ image }),
    output: z.object({ address: z.string() }),
  }),
};
