import { mkdir, open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from '#server/app.ts';
import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import type { Settings } from '#server/settings/defaults.ts';
import type { FilePurpose, StoredFile } from '#shared/contract/files/files.ts';
import { Fault } from '#shared/faults.ts';
import { contentFits, HEAD_BYTES } from './content-type.ts';
import { typeOfName } from './names.ts';

/** A file is stored under the hash of its content; its name is only displayed, never used as a path. */
export function filePath(app: Pick<App, 'config'>, sha256: string): string {
  return join(app.config.filesDir, 'files', sha256);
}

/** Where the bytes of an upload are collected. */
export function partPath(app: Pick<App, 'config'>, upload_id: string): string {
  return join(app.config.filesDir, 'uploads', upload_id);
}

export async function makeFolders({ config }: Pick<App, 'config'>): Promise<void> {
  for (const folder of ['files', 'uploads']) {
    await mkdir(join(config.filesDir, folder), { recursive: true, mode: 0o700 });
  }
}

/** Spreadsheets for imports are always accepted; without them no import would work. */
const attachmentTypes = ['xlsx', 'csv'];

/** The largest size and the allowed extensions, as configured. */
export function fileLimits({ file_max_mb, file_types }: Settings): { maxMb: number; types: string[] } {
  const endings = file_types.toLowerCase().split(/[\s,]+/);
  return { maxMb: file_max_mb, types: endings.map((ending) => ending.replace(/^\./, '')) };
}

/** Files must have an allowed type and size. */
export function requireAllowed(
  { settings }: Pick<App, 'settings'>,
  file_name: string,
  size: number,
  purpose: FilePurpose,
): void {
  const { maxMb, types: allowed } = fileLimits(settings.current);
  const types = purpose === 'attachment' ? [...new Set([...allowed, ...attachmentTypes])] : allowed;
  if (size > maxMb * 1024 * 1024) {
    throw new Fault('upload_failed', { detail: 'file_too_large', params: { max: `${maxMb} MB` } });
  }
  if (!types.includes(typeOfName(file_name))) {
    throw new Fault('file_format_wrong', { detail: 'file_type_refused', params: { types: types.join(' ') } });
  }
}

/** A file's content must match its extension. */
export function requireHonest(file_name: string, head: Buffer): void {
  const type = typeOfName(file_name);
  if (!contentFits(type, head)) {
    throw new Fault('file_format_wrong', { detail: 'file_content_differs', params: { type } });
  }
}

export async function headOf(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Locks this content until the end of the transaction: nobody else stores or removes it. */
export async function lockContent(db: Db, sha256: string): Promise<void> {
  await db.run(sql`select pg_advisory_xact_lock(hashtextextended(${sha256}, 0))`);
}

/** Puts the content in its place (by `place`) and adds the file's row. */
export async function keepFile(
  db: Db,
  app: Pick<App, 'config'>,
  file: Omit<StoredFile, 'file_id'> & { user_id: number; purpose: FilePurpose },
  place: (path: string) => Promise<void>,
): Promise<StoredFile> {
  const { user_id, purpose, file_name, size, sha256 } = file;
  await lockContent(db, sha256);
  await place(filePath(app, sha256));
  const row = await db.one<{ file_id: number }>(sql`
    insert into file (user_id, purpose, file_name, size, sha256)
    values (${user_id}, ${purpose}, ${file_name}, ${size}, ${sha256}) returning file_id`);
  if (!row) throw new Fault('upload_failed');
  return { file_id: row.file_id, file_name, size, sha256 };
}

/** The row may exist without its content after an incomplete restore. */
export async function requireContent(app: Pick<App, 'config'>, { sha256, size }: StoredFile): Promise<void> {
  const found = await stat(filePath(app, sha256)).catch((error: NodeJS.ErrnoException) => {
    throw new Fault(error.code === 'ENOENT' ? 'attachment_missing' : 'attachment_query_failed');
  });
  if (!found.isFile() || found.size !== size) throw new Fault('attachment_query_failed');
}
