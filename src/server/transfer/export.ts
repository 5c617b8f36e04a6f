import { join } from 'node:path';
import type pg from 'pg';
import { migrationNames } from '#server/db/migrate.ts';
import { type Secrets, writeWhole } from '#server/instance/data-dir.ts';
import { projectRoot } from '#server/instance/project-root.ts';
import { StartError } from '#server/instance/start-error.ts';
import { connectForCopy, sumOfTable, sumOfTableFile, writeTable } from './copy.ts';
import { FileDigest } from './digest.ts';
import { takeFiles } from './files.ts';
import { openExportFolder, removeOtherTables } from './folder.ts';
import { FORMAT, MANIFEST, type Manifest, type Part, partPath, SECRETS } from './manifest.ts';
import type { Report } from './report.ts';
import { type Snapshot, type SourcePart, takeSnapshot } from './snapshot.ts';

/** Secrets that a restored instance needs to read what was encrypted or signed before. */
export type KeptSecrets = Pick<Secrets, 'token_secret' | 'signing_secret'>;

export interface Export {
  url: string;
  dataDir: string;
  secrets: KeptSecrets;
  /** Target folder; an interrupted export in it is continued. */
  folder: string;
  version: string;
  signal: AbortSignal;
  report: Report;
}

/** Exports a snapshot of the instance to a folder; its server may be running. */
export async function exportInstance(options: Export): Promise<Manifest> {
  const { url, dataDir, folder, version, signal, report } = options;
  const place = await openExportFolder(folder);
  try {
    const client = await connectForCopy(url, signal);
    let snapshot: Snapshot;
    const parts: Part[] = [];
    try {
      await requireInstance(client);
      snapshot = await takeSnapshot(client);
      const total = snapshot.parts.reduce((sum, { bytes }) => sum + bytes, 0);
      let done = 0;
      for (const part of snapshot.parts) {
        const onRows = (rows: number) => report({ doing: 'Writing', what: part.name, rows, done, total });
        onRows(0);
        parts.push(await exportPart(client, part, folder, { signal, onRows }));
        done += part.bytes;
      }
    } finally {
      await client.end();
    }
    await removeOtherTables(folder, new Set(parts.map(({ name }) => partPath(name))));
    const { files, missing } = await takeFiles(dataDir, folder, snapshot.files, {
      signal,
      onFile: (done, total) => report({ doing: 'Copying', what: 'files', done, total }),
    });
    const secrets = writeSecrets(folder, options.secrets);
    const { taken_at, migrations, sequences } = snapshot;
    const manifest: Manifest = {
      format: FORMAT,
      product: 'lanjing',
      version,
      taken_at,
      migrations,
      parts,
      sequences,
      files,
      missing,
      secrets,
    };
    writeWhole(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 1)}\n`);
    await place.finish();
    return manifest;
  } finally {
    place.release();
  }
}

/** Keeps the file of an earlier attempt if it contains the same rows. */
async function exportPart(
  client: pg.Client,
  { name, partition, columns }: SourcePart,
  folder: string,
  { signal, onRows }: { signal: AbortSignal; onRows(rows: number): void },
): Promise<Part> {
  const path = join(folder, partPath(name));
  const table = { name, columns };
  const written = await sumOfTableFile(path, signal);
  if (written) {
    const now = await sumOfTable(client, table, onRows);
    if (now.rows === written.rows && now.digest === written.digest) {
      return { name, partition, columns, ...written };
    }
  }
  return { name, partition, columns, ...(await writeTable(client, table, path, onRows)) };
}

function writeSecrets(folder: string, { token_secret, signing_secret }: KeptSecrets): Manifest['secrets'] {
  const content = `${JSON.stringify({ token_secret, signing_secret }, null, 2)}\n`;
  writeWhole(join(folder, SECRETS), content);
  const digest = new FileDigest();
  digest.add(Buffer.from(content));
  return digest.sum();
}

async function requireInstance(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ whole: boolean; half: boolean }>(`
    select to_regclass('schema_migration') is not null as whole, to_regclass('half_import') is not null as half`);
  if (rows[0]?.half) throw new StartError('This database holds a half import; finish it first.');
  if (!rows[0]?.whole) throw new StartError('This database holds no instance of Lanjing.');
  const known = new Set(await migrationNames(join(projectRoot, 'migrations')));
  const { rows: applied } = await client.query<{ name: string }>('select name from schema_migration');
  if (applied.every(({ name }) => known.has(name))) return;
  throw new StartError('A newer Lanjing has been at work on this database; export it with that one.');
}
