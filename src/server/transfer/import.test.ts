import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { migrate } from '#server/db/migrate.ts';
import { readSecrets } from '#server/instance/data-dir.ts';
import { projectRoot } from '#server/instance/project-root.ts';
import { newDatabase } from '#test/helpers/database.ts';
import {
  ask,
  contentOf,
  exportFrom,
  importTo,
  newDataDir,
  newFolder,
  rulesOf,
} from '#test/helpers/transfer.ts';
import { connectForCopy } from './copy.ts';
import { lockImport } from './half-import.ts';
import { MANIFEST, type Manifest, readManifest } from './manifest.ts';
import type { Progress } from './report.ts';

const migrations = join(projectRoot, 'migrations');
const folder = newFolder('export');
let source: string;
let content: Awaited<ReturnType<typeof contentOf>>;
let target: string;
/** An instance that was imported without interruption. */
let whole: { url: string; dataDir: string };
beforeAll(async () => {
  source = await newDatabase(inject('templates').demo);
  await ask(
    source,
    `call make_partition('reading_hour', 'reading_hour_2026_10', '2026-10-01T00:00:00Z', '2026-11-01T00:00:00Z');
     insert into reading_hour (ts, site_id, set_id, avg)
     select '2026-10-01T00:00:00Z'::timestamptz + make_interval(secs => n), 1, 1, array[random(), random()]
       from generate_series(0, 49999) n`,
  );
  await exportFrom(source, folder);
  content = await contentOf(source);
  whole = { url: await newDatabase(), dataDir: newDataDir() };
  await importTo(whole.url, folder, { dataDir: whole.dataDir });
});
beforeEach(async () => {
  target = await newDatabase();
});

/** A modified copy of the export. */
function copyOf(change: (manifest: Manifest, folder: string) => void): string {
  const copy = newFolder('copy');
  cpSync(folder, copy, { recursive: true });
  const path = join(copy, MANIFEST);
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest;
  change(manifest, copy);
  writeFileSync(path, JSON.stringify(manifest));
  return copy;
}

/** Simulates a kill: the connection is closed and the work stops. */
async function cutOff(when: (progress: Progress) => boolean, dataDir: string, from = folder): Promise<void> {
  const stop = new AbortController();
  const report = (progress: Progress) => {
    if (when(progress)) stop.abort();
  };
  await expect(importTo(target, from, { dataDir, signal: stop.signal, report })).rejects.toThrow();
  expect(stop.signal.aborted).toBe(true);
}

const inside = ({ doing, what }: Progress) => doing === 'Loading' && what === 'reading_hour_2026_10';
const isThere = async (table: string) => {
  const [row] = await ask<{ there: boolean }>(target, `select to_regclass('${table}') is not null as there`);
  return row?.there;
};
const nothingIn = async (url: string) => {
  expect(
    await ask(url, `select relname from pg_class where relnamespace = current_schema()::regnamespace`),
  ).toEqual([]);
};

test('an import that was cut off wherever it was is gone on with by the same command', async () => {
  const dataDir = newDataDir();
  const cuts: ((progress: Progress) => boolean)[] = [
    ({ doing, what }) => doing === 'Loading' && what === 'component',
    inside,
    ({ doing }) => doing === 'Comparing',
    ({ doing, what }) => doing === 'Comparing' && what === 'user_account',
  ];
  for (const cut of cuts) {
    await cutOff(cut, dataDir);
    if (cut === inside) expect(await isThere('reading_hour_2026_10')).toBe(false);
    await expect(migrate(target, migrations)).rejects.toThrow(
      `This database holds a half import; finish it with npm run import -- --from ${folder}.`,
    );
  }
  const loaded: string[] = [];
  await importTo(target, folder, {
    dataDir,
    report: ({ doing, what }) => {
      if (doing === 'Loading') loaded.push(what);
    },
  });
  // Everything was loaded already.
  expect(loaded).toEqual([]);
  expect(await contentOf(target)).toEqual(content);
  expect(await rulesOf(target)).toEqual(await rulesOf(source));
  expect(await migrate(target, migrations)).toEqual([]);
});

test('a half import can be given up for another export', async () => {
  const dataDir = newDataDir();
  await cutOff(inside, dataDir);
  await ask(source, `insert into product_line (product_name) values ('later')`);
  const later = newFolder('later');
  await exportFrom(source, later);
  await expect(importTo(target, later, { dataDir })).rejects.toThrow(
    `The database holds a half import of another export (${folder})`,
  );
  await importTo(target, later, { dataDir, restart: true });
  expect(await contentOf(target)).toEqual(await contentOf(source));
});

test('nothing is emptied that is no half import', async () => {
  await expect(importTo(whole.url, folder, { dataDir: whole.dataDir, restart: true })).rejects.toThrow(
    'The database is not empty',
  );
  expect(await contentOf(whole.url)).toEqual(content);
});

test('a database that holds anything is refused and left as it is', async () => {
  await ask(target, 'create table of_somebody_else (n integer)');
  await expect(importTo(target, folder)).rejects.toThrow(
    'The database is not empty (it has the table of_somebody_else); import into a new data folder or an empty database.',
  );
  expect(await contentOf(target)).toEqual({ of_somebody_else: [] });
});

test('the data folder of another instance is refused', async () => {
  const dataDir = newDataDir();
  mkdirSync(join(dataDir, 'files'));
  writeFileSync(join(dataDir, 'files', 'a'), '');
  await expect(importTo(target, folder, { dataDir })).rejects.toThrow(
    `The data folder ${dataDir} is that of another instance`,
  );
  const cluster = newDataDir();
  mkdirSync(join(cluster, 'postgres', 'base'), { recursive: true });
  await expect(importTo(target, folder, { dataDir: cluster, embedded: false })).rejects.toThrow(
    'another instance',
  );
  await nothingIn(target);
});

test('the secrets come along, and the password of the database stays its own', async () => {
  const kept = JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8'));
  expect(Object.keys(kept)).toEqual(['token_secret', 'signing_secret']);
  expect(readSecrets(whole.dataDir)).toEqual({ ...readSecrets(newDataDir()), ...kept });
});

test('a damaged export is refused before anything is changed, and every damaged file is named', async () => {
  const damaged = copyOf((_, copy) => {
    const path = join(copy, 'tables', 'role.copy.gz');
    const bytes = readFileSync(path);
    bytes[30] = (bytes[30] ?? 0) ^ 1;
    writeFileSync(path, bytes);
    writeFileSync(join(copy, 'secrets.json'), '{}');
  });
  await expect(importTo(target, damaged)).rejects.toThrow(
    `The export in ${damaged} is damaged; use another copy of it. Missing or changed: secrets.json, tables/role.copy.gz`,
  );
  await nothingIn(target);
  const cut = newFolder('cut');
  writeFileSync(join(cut, MANIFEST), '{"format": 1, "parts"');
  await expect(importTo(target, cut)).rejects.toThrow('is damaged');
});

test('an export of a newer product is refused', async () => {
  const newer = copyOf((manifest) => {
    manifest.migrations.push({ name: '9999_future.sql', sha256: 'f'.repeat(64) });
  });
  await expect(importTo(target, newer)).rejects.toThrow(
    'This export was made by a newer Lanjing (1.2.3, with 9999_future.sql); import it with that one.',
  );
  const newFormat = copyOf((manifest) => Object.assign(manifest, { format: 2 }));
  await expect(importTo(target, newFormat)).rejects.toThrow('was made by a newer Lanjing');
  await nothingIn(target);
});

test('what does not arrive as it was is told, and no server starts on it', async () => {
  const lying = copyOf((manifest) => {
    for (const part of manifest.parts) if (part.name === 'role') part.rows += 1;
  });
  const dataDir = newDataDir();
  expect(await importTo(target, lying, { dataDir })).toMatchObject({ different: ['role'] });
  await expect(migrate(target, migrations)).rejects.toThrow('half import');
  expect(await importTo(target, folder, { dataDir, restart: true })).toMatchObject({ different: [] });
});

test('a file that breaks off inside, though it is the one that was written, ends the import', async () => {
  const broken = copyOf((manifest, copy) => {
    const part = manifest.parts.find(({ name }) => name === 'audit_log');
    if (!part) throw new Error('no such part');
    const path = join(copy, 'tables', 'audit_log.copy.gz');
    const bytes = readFileSync(path).subarray(0, -100);
    writeFileSync(path, bytes);
    Object.assign(part, { size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') });
  });
  await expect(importTo(target, broken)).rejects.toThrow('unexpected end of file');
  expect(await ask(target, 'select from audit_log')).toEqual([]);
});

test('a manifest cannot name files outside of its folder', async () => {
  const sly = copyOf((manifest) => {
    manifest.files.push({ path: 'files/../../etc/passwd', size: 1, sha256: 'a'.repeat(64) });
  });
  await expect(readManifest(sly)).rejects.toThrow('is damaged');
});

test('of two imports at once one is refused', async () => {
  const dataDir = newDataDir();
  const client = await connectForCopy(target, new AbortController().signal);
  try {
    await lockImport(client);
    await expect(importTo(target, folder, { dataDir })).rejects.toThrow('Another import is at work');
  } finally {
    await client.end();
  }
});
