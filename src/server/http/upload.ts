import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from '#server/db/sql.ts';
import { files, type StoredFile } from '#shared/contract/files.ts';
import { Fault } from '#shared/faults.ts';
import { authenticate } from './auth.ts';
import { type App, actorOf, may, type Origin, type User } from './ctx.ts';
import { originOf, send } from './dispatch.ts';

const MAX_MB = 50;

/** The one call that is not JSON: same token, permission and envelope, but the body is a stream. */
export async function serveUpload(server: FastifyInstance, app: App): Promise<void> {
  await server.register(multipart, { limits: { fileSize: MAX_MB * 1024 * 1024, files: 1, fields: 10 } });
  server.post(files.upload.path, async (request, reply) =>
    send(request, reply, async () => {
      const origin = originOf(request, files.upload.path);
      const user = await authenticate(app, request.headers, origin);
      if (!may(user, files.upload.needs)) throw new Fault('permission_denied');
      return { code: 0, data: files.upload.output.parse(await store(app, user, origin, request)) };
    }),
  );
}

async function store(app: App, user: User, origin: Origin, request: FastifyRequest): Promise<StoredFile> {
  const part = request.isMultipart() ? await received(request.file()) : undefined;
  if (!part) throw new Fault('upload_failed', { fields: [{ field: 'file', problem: 'required' }] });
  const folder = join(app.config.dataDir, 'files');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const temporary = join(folder, `${randomUUID()}.part`);
  try {
    const { sha256, size } = await received(save(part.file, temporary));
    if (part.file.truncated)
      throw new Fault('upload_failed', { detail: 'file_too_large', params: { max: `${MAX_MB} MB` } });
    await rename(temporary, filePath(app, sha256));
    const file_name = safeName(part.filename ?? '');
    const row = await app.pool.tx(actorOf(origin, user), (db) =>
      db.one<{ file_id: number }>(sql`
        insert into file (user_id, file_name, size, sha256)
        values (${user.user_id}, ${file_name}, ${size}, ${sha256}) returning file_id`),
    );
    if (!row) throw new Fault('upload_failed');
    return { file_id: row.file_id, file_name, size, sha256 };
  } finally {
    await rm(temporary, { force: true });
  }
}

/** A body that breaks off or makes no sense is the sender's fault; what the disk says is not. */
async function received<Answer>(work: Promise<Answer>): Promise<Answer> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) throw error;
    throw new Fault('upload_failed');
  }
}

async function save(from: NodeJS.ReadableStream, path: string): Promise<{ sha256: string; size: number }> {
  const hash = createHash('sha256');
  let size = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      hash.update(chunk);
      size += chunk.length;
      next(null, chunk);
    },
  });
  await pipeline(from, measure, createWriteStream(path, { mode: 0o600 }));
  return { sha256: hash.digest('hex'), size };
}

/** A file lies under its content's hash: its name is only ever shown, never used as a path. */
export function filePath(app: App, sha256: string): string {
  return join(app.config.dataDir, 'files', sha256);
}

function safeName(name: string): string {
  const cleaned = basename(name.replaceAll('\\', '/'))
    // Control and invisible characters: some of them turn the writing round, so that an .exe reads as a .pdf.
    .replace(/[\p{Cc}\p{Cf}<>:"|?*]/gu, '')
    .trim();
  return /^\.*$/.test(cleaned) ? 'file' : [...cleaned].slice(0, 200).join('');
}
