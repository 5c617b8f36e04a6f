import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { codeOf } from '#server/instance/start-error.ts';
import { FileDigest, type FileSum, holds, look } from './digest.ts';
import { type ExportedFile, filePath, type MissingFile } from './manifest.ts';
import type { NamedFile } from './snapshot.ts';

/** Folders of files in a data folder and in an export. */
export const FILE_FOLDERS = ['files', 'reports'] as const;

export interface FileWatch {
  signal: AbortSignal;
  onFile(done: number, total: number): void;
}

/** Copies the files that the tables refer to. Missing or different files are reported and left out. */
export async function takeFiles(
  dataDir: string,
  folder: string,
  named: readonly NamedFile[],
  { signal, onFile }: FileWatch,
): Promise<{ files: ExportedFile[]; missing: MissingFile[] }> {
  const files: ExportedFile[] = [];
  const missing: MissingFile[] = [];
  for (const [done, file] of named.entries()) {
    onFile(done, named.length);
    const { path, size } = file;
    const found = await takeFile(dataDir, folder, file, signal);
    const isRight = found?.size === size && (file.sha256 ?? found.sha256) === found.sha256;
    if (isRight) files.push({ path, ...found });
    else missing.push({ path, reason: found ? 'it is not what the database says' : 'it is not there' });
  }
  await removeOthers(folder, new Set(files.map(({ path }) => path)));
  return { files, missing };
}

async function takeFile(
  dataDir: string,
  folder: string,
  { path, size, sha256 }: NamedFile,
  signal: AbortSignal,
): Promise<FileSum | undefined> {
  if (!filePath.safeParse(path).success) return undefined;
  const to = join(folder, path);
  if (sha256 !== null && (await holds(to, { size, sha256 }, signal))) return { size, sha256 };
  return copyFile(join(dataDir, path), to, signal);
}

/** Copies the files of an export to a data folder; identical files are kept. */
export async function putFiles(
  folder: string,
  dataDir: string,
  files: readonly ExportedFile[],
  { signal, onFile }: FileWatch,
): Promise<ExportedFile[]> {
  const different: ExportedFile[] = [];
  for (const [done, file] of files.entries()) {
    onFile(done, files.length);
    const to = join(dataDir, file.path);
    if (await holds(to, file, signal)) continue;
    await copyFile(join(folder, file.path), to, signal);
    if (!(await holds(to, file, signal))) different.push(file);
  }
  return different;
}

/**
 * Copies to a temporary file, which is renamed when it is complete and on the disk. Undefined if the source is missing.
 */
async function copyFile(from: string, to: string, signal: AbortSignal): Promise<FileSum | undefined> {
  const digest = new FileDigest();
  const partial = `${to}.partial`;
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  try {
    await pipeline(
      createReadStream(from),
      look((chunk) => digest.add(chunk)),
      createWriteStream(partial, { mode: 0o600, flush: true }),
      { signal },
    );
  } catch (error) {
    await rm(partial, { force: true });
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
  await rename(partial, to);
  return digest.sum();
}

/** Removes files that are wrong, or that an earlier attempt has copied and no table refers to any more. */
async function removeOthers(folder: string, kept: ReadonlySet<string>): Promise<void> {
  for (const name of FILE_FOLDERS) {
    for (const entry of await readdir(join(folder, name)).catch(() => [])) {
      if (!kept.has(`${name}/${entry}`)) await rm(join(folder, name, entry));
    }
  }
}
