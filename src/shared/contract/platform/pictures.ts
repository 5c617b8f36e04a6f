import * as z from 'zod';
import { call } from '#shared/contract/define.ts';

/** A data URL. SVG is not allowed, because it can contain scripts. */
const image = z
  .string()
  .max(400_000)
  .regex(/^data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$/, 'bad_format');

/** Public to anyone who knows the hash, because an `<img>` sends no token. */
export const pictureFolder = '/file/picture';

/** The address of a picture stored here, or empty. */
export const pictureAddress = z.string().regex(/^(\/file\/picture\/[0-9a-f]{64})?$/, 'bad_format');

export const pictures = {
  /** For small pictures such as logos and portraits; the browser scales them down first. */
  add: call({
    path: '/file/picture/add',
    needs: 'signed-in',
    writes: true,
    input: z.object({ image }),
    output: z.object({ address: z.string() }),
  }),
};
