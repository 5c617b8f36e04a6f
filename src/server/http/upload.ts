import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { App, RequestOrigin, User } from '#server/app.ts';
import { safeName } from '#server/files/names.ts';
import {
  headOf,
  keepFile,
  makeFolders,
  partPath,
  requireAllowed,
  requireHonest,
} from '#server/files/store.ts';
import { CHUNK_BYTES, storeChunk } from '#server/files/uploads.ts';
import type { AnyCall, ParsedOf } from '#shared/contract/define.ts';
import { type FilePurpose, files, type StoredFile, uploads } from '#shared/contract/files/files.ts';
import { may } from '#shared/domain/may.ts';
import { Fault, powerMissing } from '#shared/faults.ts';
import { actorOf } from './actor.ts';
import { authenticate } from './auth.ts';
import { parse, requestOrigin, send } from './dispatch.ts';

/** Limit of an upload in one piece; larger files are sent in chunks. */
const MAX_MB = 50;

/** Calls whose body is a stream instead of JSON; token, permission and envelope are the same. */
export async function serveUpload(server: FastifyInstance, app: App): Promise<void> {
  await server.register(multipart, { limits: { files: 1, fields: 10 } });

  receive(server, app, files.upload, MAX_MB * 1024 * 1024, async (user, origin, { purpose }, part) =>
    store(app, user, origin, purpose, part),
  );
  receive(server, app, uploads.chunk, CHUNK_BYTES, async (user, _origin, chunk, part) => {
    await storeChunk(app, user, { ...chunk, bytes: await received(part.toBuffer()) });
    return {};
  });
}

function receive<C extends AnyCall>(
  server: FastifyInstance,
  app: App,
  call: C,
  fileSize: number,
  take: (user: User, origin: RequestOrigin, input: ParsedOf<C>, part: MultipartFile) => Promise<unknown>,
): void {
  server.post(call.path, async (request, reply) =>
    send(app, request, reply, async () => {
      const origin = requestOrigin(request, call.path);
      const user = await authenticate(app, request.headers, origin);
      if (!may(user, call.needs)) throw powerMissing(call.needs);
      const part = await partOf(request, fileSize);
      try {
        const input = parse(call.input, fieldsOf(part), call.faults) as ParsedOf<C>;
        return { code: 0, data: call.output.parse(await take(user, origin, input, part)) };
      } finally {
        // Unread data of a refused upload would hold the connection for ever.
        part.file.resume();
      }
    }),
  );
}

async function partOf(request: FastifyRequest, fileSize: number): Promise<MultipartFile> {
  const part = request.isMultipart() ? await received(request.file({ limits: { fileSize } })) : undefined;
  if (!part) throw new Fault('upload_failed', { fields: [{ field: 'file', problem: 'required' }] });
  return part;
}

/** Fields that were sent before the file. */
function fieldsOf({ fields }: MultipartFile): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      field && 'value' in field ? [[name, field.value]] : [],
    ),
  );
}

async function store(
  app: App,
  user: User,
  origin: RequestOrigin,
  purpose: FilePurpose,
  part: MultipartFile,
): Promise<StoredFile> {
  await makeFolders(app);
  const temporary = partPath(app, randomUUID());
  try {
    const { sha256, size } = await received(save(part.file, temporary));
    if (part.file.truncated)
      throw new Fault('upload_failed', { detail: 'file_too_large', params: { max: `${MAX_MB} MB` } });
    const file_name = safeName(part.filename ?? '');
    requireAllowed(app, file_name, size, purpose);
    requireHonest(file_name, await headOf(temporary));
    const file = { user_id: user.user_id, purpose, file_name, size, sha256 };
    return await app.pool.tx(actorOf(origin, user), (db) =>
      keepFile(db, app, file, (path) => rename(temporary, path)),
    );
  } finally {
    await rm(temporary, { force: true });
  }
}

/** A broken or malformed body is the sender's fault; a disk error is not. */
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
