import { join } from 'node:path';
import type { Ctx } from '#server/app.ts';
import { sql } from '#server/db/sql.ts';
import { fileLimits, requireContent } from '#server/files/store.ts';
import { beginUpload, CHUNK_BYTES, finishUpload } from '#server/files/uploads.ts';
import { downloadUrl } from '#server/http/downloads.ts';
import { handlers } from '#server/http/handlers.ts';
import { list } from '#server/http/list.ts';
import { fileList, files, type StoredFile, uploads } from '#shared/contract/files/files.ts';
import { Fault } from '#shared/faults.ts';

// Uploads and chunks are streamed: see `http/upload.ts`.
const { upload: _upload, ...fileCalls } = files;
const { chunk: _chunk, ...uploadCalls } = uploads;

export const fileRoutes = [
  list(fileList, {
    select: () => sql`
      select file_id, file_name, file_type, size, u.real_name as uploader, f.created_at, sha256
        from file f left join user_account u using (user_id)
       where purpose = 'upload'`,
    filters: { file_type: (type: string) => sql`file_type = ${type.toLowerCase()}` },
    sort: sql`file_id desc`,
  }),
  ...handlers(fileCalls, {
    remove: (ctx, { file_id }) => remove(ctx, [file_id]),

    removeMany: (ctx, { file_id }) => remove(ctx, file_id),

    download: async (ctx, { file_id }) => {
      const file = await ctx.db.one<StoredFile>(sql`
        select file_id, file_name, size, sha256 from file where file_id = ${file_id} and purpose = 'upload'`);
      if (!file) throw new Fault('file_missing');
      await requireContent(ctx, file);
      return { url: downloadUrl(ctx, join('files', file.sha256), file.file_name) };
    },
  }),
  ...handlers(uploadCalls, {
    limits: async ({ settings }) => {
      const { maxMb, types } = fileLimits(settings.current);
      return { max_bytes: maxMb * 1024 * 1024, types };
    },

    begin: (ctx, asked) => beginUpload(ctx, ctx.user, asked),

    finish: (ctx, { upload_id }) => finishUpload(ctx, upload_id),

    unfinished: async ({ db, user }, { purpose }) => ({
      uploads: await db.rows(sql`
        select upload_id, file_name, size, updated_at,
               least(size, ${CHUNK_BYTES} * (select count(*) from file_upload_chunk c where c.upload_id = u.upload_id)) as received
          from file_upload u
         where user_id = ${user.user_id} and purpose = ${purpose} order by updated_at desc`),
    }),

    cancel: async ({ db, user }, { upload_id }) => {
      // The cleanup job deletes its bytes.
      const gone = await db.run(sql`
        delete from file_upload where upload_id = ${upload_id} and user_id = ${user.user_id}`);
      if (gone === 0) throw new Fault('file_missing');
      return {};
    },
  }),
];

/** Deletes only the row: other files may have the same content. The cleanup job deletes unused content. */
async function remove({ db }: Ctx, file_ids: number[]): Promise<Record<string, never>> {
  const gone = await db.run(sql`delete from file where file_id = any(${file_ids}) and purpose = 'upload'`);
  if (gone < new Set(file_ids).size) throw new Fault('file_missing');
  return {};
}
