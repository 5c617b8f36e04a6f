import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import * as z from 'zod';
import { applyMissing, migrationNames, readMigration } from '#server/db/migrate.ts';
import { keepSecrets, type Secrets } from '#server/instance/data-dir.ts';
import { projectRoot } from '#server/instance/project-root.ts';
import { StartError } from '#server/instance/start-error.ts';
import { connectForCopy, loadTable, quoted, sumOfTable } from './copy.ts';
import { holds } from './digest.ts';
import type { KeptSecrets } from './export.ts';
import { FILE_FOLDERS, putFiles } from './files.ts';
import {
  beginImport,
  emptyHalfImport,
  endImport,
  finishLoading,
  type HalfImport,
  loadOnce,
  lockImport,
  prepareLoading,
  readHalfImport,
  requireEmpty,
} from './half-import.ts';
import { type Manifest, type Part, partPath, readManifest, SECRETS } from './manifest.ts';
import type { Report } from './report.ts';

const migrations = join(projectRoot, 'migrations');

export interface Import {
  /** An empty database, or one with the same import unfinished. */
  url: string;
  dataDir: string;
  /** Target of its files, if it is not the data folder. */
  filesDir?: string;
  secrets: Secrets;
  /** The database is in the data folder. */
  embedded: boolean;
  folder: string;
  /** Drops an unfinished import and starts again. */
  restart: boolean;
  signal: AbortSignal;
  report: Report;
}

export interface Imported {
  manifest: Manifest;
  /** Parts and files that differ from the export. */
  different: string[];
}

/**
 * Imports an exported instance into an empty one. If interrupted, the next call continues it; until it is finished, no
 * server can start on the database.
 */
export async function importInstance(options: Import): Promise<Imported> {
  const { folder, restart, dataDir } = options;
  const { manifest, export_id } = await readManifest(folder);
  await requireKnown(manifest);
  const client = await connectForCopy(options.url, options.signal);
  try {
    await lockImport(client);
    let half = await readHalfImport(client);
    const anew = restart || half?.step === 'emptying';
    if (!half) await requireEmpty(client);
    else if (!anew && half.export_id !== export_id) {
      throw new StartError(
        `The database holds a half import of another export (${half.folder}); finish that one, or say --restart to begin anew with this one.`,
      );
    }
    await checkFolder(options, manifest);
    const secrets = await readSecrets(folder);
    requireOwnFolder(options, secrets);
    if (half && anew) {
      await emptyHalfImport(client);
      half = undefined;
    }
    half ??= await beginImport(client, export_id, folder);
    keepSecrets(dataDir, { ...options.secrets, ...secrets });
    return { manifest, different: await bringIn(client, half, manifest, options) };
  } finally {
    await client.end();
  }
}

async function bringIn(
  client: pg.Client,
  half: HalfImport,
  manifest: Manifest,
  options: Import,
): Promise<string[]> {
  const { folder, filesDir = options.dataDir, signal, report } = options;
  if (half.step === 'schema') {
    const names = manifest.migrations.map(({ name }) => name);
    await applyMissing(client, migrations, names);
    await prepareLoading(client);
  }
  if (half.step !== 'loaded') {
    await loadParts(client, half, manifest, options);
    await setSequences(client, manifest);
    const different = await compareParts(client, manifest, options);
    if (different.length > 0) return different;
    await finishLoading(client);
  }
  const different = await putFiles(folder, filesDir, manifest.files, {
    signal,
    onFile: (done, total) => report({ doing: 'Copying', what: 'files', done, total }),
  });
  if (different.length > 0) return different.map(({ path }) => path);
  await applyMissing(client, migrations, await migrationNames(migrations));
  await client.query('analyze');
  await endImport(client);
  return [];
}

async function loadParts(
  client: pg.Client,
  { loaded }: HalfImport,
  { parts }: Manifest,
  { folder, report }: Import,
): Promise<void> {
  const total = sizeOf(parts);
  const there = new Set(loaded);
  let done = 0;
  for (const part of parts) {
    const { name, rows, size } = part;
    const onBytes = (bytes: number) =>
      report({ doing: 'Loading', what: name, rows, done: done + bytes, total });
    if (!there.has(name)) {
      await loadOnce(client, name, async () => {
        await makePartition(client, part);
        await loadTable(client, part, join(folder, partPath(name)), onBytes);
      });
    }
    done += size;
  }
}

async function makePartition(client: pg.Client, { name, partition }: Part): Promise<void> {
  if (!partition) return;
  const { of, from, to } = partition;
  await client.query('call make_partition($1, $2, $3, $4)', [of, name, from, to]);
}

async function setSequences(client: pg.Client, { sequences }: Manifest): Promise<void> {
  for (const { name, last_value } of sequences) {
    if (last_value !== null)
      await client.query('select setval($1::regclass, $2)', [quoted(name), last_value]);
  }
}

/** Reads all tables back and compares them with the export. */
async function compareParts(client: pg.Client, { parts }: Manifest, { report }: Import): Promise<string[]> {
  const total = sizeOf(parts);
  const different: string[] = [];
  let done = 0;
  for (const part of parts) {
    const onRows = (rows: number) => report({ doing: 'Comparing', what: part.name, rows, done, total });
    const { rows, digest } = await sumOfTable(client, part, onRows);
    if (rows !== part.rows || digest !== part.digest) different.push(part.name);
    done += part.size;
  }
  return different;
}

const sizeOf = (parts: readonly Part[]) => parts.reduce((sum, { size }) => sum + size, 0);

/** An older export is migrated; a newer one is refused, because this version does not know its tables. */
async function requireKnown(manifest: Manifest): Promise<void> {
  const known = new Set(await migrationNames(migrations));
  for (const { name, sha256 } of manifest.migrations) {
    if (!known.has(name)) {
      throw new StartError(
        `This export was made by a newer Lanjing (${manifest.version}, with ${name}); import it with that one.`,
      );
    }
    if ((await readMigration(migrations, name)).sha256 !== sha256) {
      throw new StartError(`Migration ${name} is another one here than where the export was made.`);
    }
  }
}

/** Checks before any change that all files of the export are present and undamaged. */
async function checkFolder({ folder, signal, report }: Import, manifest: Manifest): Promise<void> {
  const { parts, files, secrets } = manifest;
  const all = [
    { path: SECRETS, ...secrets },
    ...parts.map(({ name, size, sha256 }) => ({ path: partPath(name), size, sha256 })),
    ...files,
  ];
  const total = all.reduce((sum, { size }) => sum + size, 0);
  const damaged: string[] = [];
  let done = 0;
  for (const file of all) {
    report({ doing: 'Checking', what: file.path, done, total });
    if (!(await holds(join(folder, file.path), file, signal))) damaged.push(file.path);
    done += file.size;
  }
  if (damaged.length === 0) return;
  throw new StartError(
    `The export in ${folder} is damaged; use another copy of it. Missing or changed: ${damaged.join(', ')}`,
  );
}

const keptSecrets = z.object({ token_secret: z.string(), signing_secret: z.string() });

async function readSecrets(folder: string): Promise<KeptSecrets> {
  return keptSecrets.parse(JSON.parse(await readFile(join(folder, SECRETS), 'utf8')));
}

/** The data folder must be new or belong to this instance, which its secrets show. */
function requireOwnFolder({ dataDir, secrets, embedded }: Import, { signing_secret }: KeptSecrets): void {
  if (secrets.signing_secret === signing_secret) return;
  const content = embedded ? FILE_FOLDERS : [...FILE_FOLDERS, 'postgres'];
  if (content.every((name) => isEmpty(join(dataDir, name)))) return;
  throw new StartError(
    `The data folder ${dataDir} is that of another instance; set DATA_DIR to a new folder.`,
  );
}

function isEmpty(folder: string): boolean {
  return !existsSync(folder) || readdirSync(folder).length === 0;
}
