import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LOCK_FILE, lockFolder } from '#server/instance/data-dir-lock.ts';
import { StartError } from '#server/instance/start-error.ts';
import { FILE_FOLDERS } from './files.ts';
import { MANIFEST, SECRETS, TABLES } from './manifest.ts';

/** Marks the folder of an unfinished export. */
const UNFINISHED = 'unfinished';

const OURS = new Set<string>([UNFINISHED, LOCK_FILE, MANIFEST, SECRETS, TABLES, ...FILE_FOLDERS]);

export interface ExportFolder {
  /** Called once the manifest is written: the export is complete. */
  finish(): Promise<void>;
  release(): void;
}

/** Opens a new or empty folder, or that of an interrupted export; any other is refused. */
export async function openExportFolder(path: string): Promise<ExportFolder> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  const release = await lockFolder(
    path,
    (pid) => `Another export (process ${pid}) is at work in ${path}; wait for it or name another folder.`,
  );
  try {
    const entries = (await readdir(path)).filter((name) => name !== LOCK_FILE);
    if (entries.includes(MANIFEST)) {
      throw new StartError(`The folder ${path} holds a finished export; name another folder.`);
    }
    const isOurs = (name: string) => entries.includes(UNFINISHED) && OURS.has(name.replace(/\.new$/, ''));
    const foreign = entries.find((name) => !isOurs(name));
    if (foreign !== undefined) {
      throw new StartError(`The folder ${path} holds something else (${foreign}); name another folder.`);
    }
    await writeFile(join(path, UNFINISHED), '', { mode: 0o600 });
    for (const name of [TABLES, ...FILE_FOLDERS]) {
      await mkdir(join(path, name), { recursive: true, mode: 0o700 });
    }
  } catch (error) {
    release();
    throw error;
  }
  return { finish: () => rm(join(path, UNFINISHED), { force: true }), release };
}

/** Removes tables that were dropped since an earlier attempt, and incomplete files. */
export async function removeOtherTables(path: string, kept: ReadonlySet<string>): Promise<void> {
  for (const name of await readdir(join(path, TABLES))) {
    if (!kept.has(join(TABLES, name))) await rm(join(path, TABLES, name));
  }
}
