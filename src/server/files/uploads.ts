import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { link, open, rm, writeFile } from 'node:fs/promises';
import type { App, Ctx, User } from '#server/app.ts';
import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import type { FilePurpose, StoredFile } from '#shared/contract/files/files.ts';
import { Fault } from '#shared/faults.ts';
import { safeName } from './names.ts';
import {
  fileLimits,
  headOf,
  keepFile,
  makeFolders,
  partPath,
  requireAllowed,
  requireHonest,
} from './store.ts';

/**
 * Small enough to be held and checked in memory, and to make an interruption cheap. Unfinished uploads number their
 * chunks by it.
 */
export const CHUNK_BYTES = 4 * 1024 * 1024;

interface Upload {
  upload_id: string;
  purpose: FilePurpose;
  file_name: string;
  size: number;
}

const columns = sql`upload_id, purpose, file_name, size`;

/** A new upload, or the interrupted one of the same name and size. */
export async function beginUpload(
  app: App,
  user: User,
  asked: { file_name: string; size: number; purpose: FilePurpose },
) {
  const { size, purpose } = asked;
  const file_name = safeName(asked.file_name);
  requireAllowed(app, file_name, size, purpose);
  await refuseTakenName(app.pool, file_name, purpose);
  const upload = await app.pool.tx({}, async (db) => {
    await requireRoom(db, app, user, { ...asked, file_name });
    return db.one<Upload>(sql`
      insert into file_upload (user_id, purpose, file_name, size)
      values (${user.user_id}, ${purpose}, ${file_name}, ${size})
      on conflict on constraint file_upload_key do update set size = excluded.size
      returning ${columns}`);
  });
  if (!upload) throw new Fault('upload_failed');
  return { upload_id: upload.upload_id, chunk_bytes: CHUNK_BYTES, chunks: await chunksOf(app.pool, upload) };
}

/** Most unfinished uploads of one user, and their total size as a multiple of the largest file. */
export const MAX_UPLOADS = 20;
const MAX_TIMES_LARGEST = 4;

/** Chunks take disk space before there is a file. The upload that is resumed is not counted. */
async function requireRoom(
  db: Db,
  { settings }: App,
  { user_id }: User,
  { file_name, size, purpose }: { file_name: string; size: number; purpose: FilePurpose },
): Promise<void> {
  // Serialises requests of one user, so that two at once cannot both take the last place.
  await db.run(sql`select pg_advisory_xact_lock(hashtext('uploads of a user'), ${user_id})`);
  const others = await db.one<{ count: number; bytes: number }>(sql`
    select count(*)::integer as count, coalesce(sum(size), 0)::double precision as bytes from file_upload
     where user_id = ${user_id} and (purpose, file_name, size) <> (${purpose}, ${file_name}, ${size}::bigint)`);
  const { count = 0, bytes = 0 } = others ?? {};
  const maxMb = MAX_TIMES_LARGEST * fileLimits(settings.current).maxMb;
  if (count < MAX_UPLOADS && bytes + size <= maxMb * 1024 * 1024) return;
  throw new Fault('upload_failed', {
    detail: 'too_many_uploads',
    params: { count: MAX_UPLOADS, max: `${maxMb} MB` },
  });
}

/** Refused before the first byte is sent; the database checks it again at the end. */
async function refuseTakenName(db: Db, file_name: string, purpose: FilePurpose): Promise<void> {
  const taken =
    purpose === 'upload' &&
    (await db.one(sql`
      select from file where purpose = 'upload' and lower(file_name) = lower(${file_name})`));
  if (taken) throw new Fault('file_name_repeated', { fields: [{ field: 'file_name', problem: 'repeated' }] });
}

/** The hash of every chunk that has arrived, null for the others. */
async function chunksOf(db: Db, { upload_id, size }: Upload): Promise<(string | null)[]> {
  const rows = await db.rows<{ chunk_index: number; sha256: string }>(sql`
    select chunk_index, sha256 from file_upload_chunk where upload_id = ${upload_id}`);
  const here = new Map(rows.map(({ chunk_index, sha256 }) => [chunk_index, sha256]));
  return Array.from({ length: Math.ceil(size / CHUNK_BYTES) }, (_, index) => here.get(index) ?? null);
}

/** Locks the upload: a late chunk must not be written into a finished file. */
async function lockUpload(db: Db, user: User, upload_id: string): Promise<Upload> {
  const upload = await db.one<Upload>(sql`
    select ${columns} from file_upload where upload_id = ${upload_id} and user_id = ${user.user_id} for update`);
  if (!upload) throw new Fault('file_missing');
  return upload;
}

export interface Chunk {
  upload_id: string;
  chunk_index: number;
  sha256: string;
  bytes: Buffer;
}

export async function storeChunk(app: App, user: User, chunk: Chunk): Promise<void> {
  try {
    await checkAndStore(app, user, chunk);
  } catch (error) {
    // An upload with the wrong content is not resumed.
    if (error instanceof Fault && error.fault === 'file_format_wrong') {
      await app.pool.run(sql`delete from file_upload where upload_id = ${chunk.upload_id}`);
    }
    throw error;
  }
}

async function checkAndStore(app: App, user: User, chunk: Chunk): Promise<void> {
  const { upload_id, chunk_index, sha256, bytes } = chunk;
  const begin = chunk_index * CHUNK_BYTES;
  await app.pool.tx({}, async (db) => {
    const { size, file_name } = await lockUpload(db, user, upload_id);
    if (bytes.length !== Math.min(CHUNK_BYTES, size - begin) || hashOf(bytes) !== sha256) {
      throw new Fault('upload_failed', { detail: 'file_damaged' });
    }
    // Checked with the first chunk, so that a wrong file is not uploaded in vain.
    if (chunk_index === 0) requireHonest(file_name, bytes);
    await writeAt(app, upload_id, bytes, begin);
    await db.run(sql`
      insert into file_upload_chunk (upload_id, chunk_index, sha256) values (${upload_id}, ${chunk_index}, ${sha256})
      on conflict (upload_id, chunk_index) do update set sha256 = excluded.sha256`);
    await db.run(sql`update file_upload set updated_at = ${app.now()} where upload_id = ${upload_id}`);
  });
}

async function writeAt(app: App, upload_id: string, bytes: Buffer, position: number): Promise<void> {
  await makeFolders(app);
  const part = await open(partPath(app, upload_id), constants.O_WRONLY | constants.O_CREAT, 0o600);
  try {
    await part.write(bytes, 0, bytes.length, position);
    await part.datasync();
  } finally {
    await part.close();
  }
}

/** Checks every chunk on the disk once more, and makes a file of them. */
export async function finishUpload(ctx: Ctx, upload_id: string): Promise<StoredFile> {
  const { db, user } = ctx;
  const upload = await lockUpload(db, user, upload_id);
  const chunks = await chunksOf(db, upload);
  if (chunks.includes(null)) throw new Fault('upload_failed', { detail: 'file_damaged' });
  const part = partPath(ctx, upload_id);
  if (chunks.length === 0) {
    await makeFolders(ctx);
    await writeFile(part, '', { mode: 0o600 });
  }
  const { sha256, damaged } = await checked(part, upload, chunks);
  if (damaged.length > 0) {
    // Outside the transaction, which the refusal rolls back: these chunks are requested again.
    await ctx.pool.run(sql`
      delete from file_upload_chunk where upload_id = ${upload_id} and chunk_index = any(${damaged})`);
    throw new Fault('upload_failed', { detail: 'file_damaged' });
  }
  const { file_name, size, purpose } = upload;
  requireHonest(file_name, await headOf(part));
  const file = { user_id: user.user_id, purpose, file_name, size, sha256 };
  const stored = await keepFile(db, ctx, file, async (path) => {
    await rm(path, { force: true });
    // A second link instead of a move: if the transaction fails, the upload is still complete.
    await link(part, path);
  });
  await db.run(sql`delete from file_upload where upload_id = ${upload_id}`);
  return stored;
}

async function checked(path: string, { size }: Upload, chunks: (string | null)[]) {
  const whole = createHash('sha256');
  const damaged: number[] = [];
  const buffer = Buffer.alloc(Math.min(CHUNK_BYTES, size));
  const part = await open(path);
  try {
    for (const [index, sha256] of chunks.entries()) {
      const { bytesRead } = await part.read(buffer, 0, buffer.length, index * CHUNK_BYTES);
      const bytes = buffer.subarray(0, bytesRead);
      whole.update(bytes);
      if (hashOf(bytes) !== sha256) damaged.push(index);
    }
  } finally {
    await part.close();
  }
  return { sha256: whole.digest('hex'), damaged };
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
