import * as z from 'zod';
import { call, empty } from '#shared/contract/define.ts';
import { id, idOrIds, name, text, time } from '#shared/contract/fields.ts';
import { listing } from '#shared/contract/resource.ts';

export const storedFile = z.object({
  file_id: id,
  file_name: z.string(),
  size: z.int(),
  sha256: z.string(),
});
export type StoredFile = z.output<typeof storedFile>;

/**
 * upload: managed on the file page · attachment: part of something else, such as an imported sheet · app: an app to
 * install
 */
export const filePurpose = z.enum(['upload', 'attachment', 'app']);
export type FilePurpose = z.output<typeof filePurpose>;

export const fileList = listing({
  name: 'files',
  path: '/file/files/data',
  needs: 'file.read',
  row: {
    file_id: id,
    file_name: z.string(),
    file_type: z.string(),
    size: z.int(),
    uploader: z.string().nullable(),
    created_at: time,
    sha256: z.string(),
  },
  search: ['file_name', 'uploader', 'sha256'],
  filters: {
    file_type: text(20).optional(),
    created_at_from: time.optional(),
    created_at_to: time.optional(),
  },
});

export const files = {
  /** Multipart: the field `purpose`, then the file as the part named `file`. */
  upload: call({
    path: '/file/upload',
    needs: 'file.write',
    input: z.object({ purpose: filePurpose.default('upload') }),
    output: storedFile,
  }),
  remove: call({
    path: '/file/delete',
    needs: 'file.delete',
    writes: true,
    input: z.object({ file_id: id }),
    output: empty,
  }),
  removeMany: call({
    path: '/file/files/delete',
    needs: 'file.delete',
    writes: true,
    input: z.object({ file_id: idOrIds }),
    output: empty,
  }),
  /** A short-lived URL, valid for this user only. */
  download: call({
    path: '/file/files/download',
    needs: 'file.read',
    input: z.object({ file_id: id }),
    output: z.object({ url: z.string() }),
  }),
};

const upload_id = z.uuid();
const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'bad_format');

/**
 * Large files are uploaded in chunks, so that an interruption costs at most one. Chunks may come in any order and more
 * than once.
 */
export const uploads = {
  limits: call({
    path: '/file/upload/limits',
    needs: 'file.write',
    input: empty,
    output: z.object({ max_bytes: z.int(), types: z.array(z.string()) }),
  }),
  /** Starts or resumes an upload: returns the hashes of the chunks received so far. */
  begin: call({
    path: '/file/upload/begin',
    needs: 'file.write',
    input: z.object({ file_name: name(1000), size: z.int().min(0), purpose: filePurpose.default('upload') }),
    output: z.object({ upload_id, chunk_bytes: z.int(), chunks: z.array(sha256.nullable()) }),
  }),
  /** Multipart: these fields, then the chunk as the part named `file`. */
  chunk: call({
    path: '/file/upload/chunk',
    needs: 'file.write',
    input: z.object({ upload_id, chunk_index: z.coerce.number().int().min(0), sha256 }),
    output: empty,
  }),
  finish: call({
    path: '/file/upload/finish',
    needs: 'file.write',
    writes: true,
    input: z.object({ upload_id }),
    output: storedFile,
  }),
  /** The user's own interrupted uploads. */
  unfinished: call({
    path: '/file/upload/unfinished',
    needs: 'file.write',
    input: z.object({ purpose: filePurpose.default('upload') }),
    output: z.object({
      uploads: z.array(
        z.object({ upload_id, file_name: z.string(), size: z.int(), received: z.int(), updated_at: time }),
      ),
    }),
  }),
  cancel: call({
    path: '/file/upload/cancel',
    needs: 'file.write',
    input: z.object({ upload_id }),
    output: empty,
  }),
};
