import * as z from 'zod';
import { call, empty } from './define.ts';
import { id } from './fields.ts';

export const storedFile = z.object({
  file_id: id,
  file_name: z.string(),
  size: z.int(),
  sha256: z.string(),
});
export type StoredFile = z.output<typeof storedFile>;

export const files = {
  /** The one multipart call: the file travels as the part named `file`. */
  upload: call({ path: '/file/upload', needs: 'file.write', input: empty, output: storedFile }),
};
