import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, inject, test, vi } from 'vitest';
import { newDatabase } from '#test/helpers/database.ts';
import { ask, contentOf, exportFrom, importTo, newDataDir, newFolder } from '#test/helpers/transfer.ts';
import { connectForCopy, sumOfTable } from './copy.ts';
import { readManifest } from './manifest.ts';
import type { Progress } from './report.ts';
import { takeSnapshot } from './snapshot.ts';

let source: string;
let folder: string;
beforeEach(async () => {
  source = await newDatabase(inject('templates').demo);
  folder = newFolder('export');
});

/** Aborts the export when the condition is met. */
function cutOff(when: (progress: Progress) => boolean) {
  const stop = new AbortController();
  const report = (progress: Progress) => {
    if (when(progress)) stop.abort();
  };
  return { signal: stop.signal, report };
}

/** Stores contents as an upload does; returns their hashes. */
async function storeFiles(dataDir: string, contents: readonly string[]): Promise<string[]> {
  mkdirSync(join(dataDir, 'files'), { recursive: true });
  const sums = contents.map((content) => createHash('sha256').update(content).digest('hex'));
  for (const [i, sha256] of sums.entries()) {
    const content = contents[i] ?? '';
    writeFileSync(join(dataDir, 'files', sha256), content);
    await ask(
      source,
      `insert into file (file_name, size, sha256, purpose) values ('${i}.txt', ${content.length}, '${sha256}', 'upload')`,
    );
  }
  return sums;
}

async function storeReport(dataDir: string, file_path: string, content: string): Promise<void> {
  mkdirSync(join(dataDir, 'reports'), { recursive: true });
  writeFileSync(join(dataDir, file_path), content);
  await ask(
    source,
    `with s as (
       insert into report_schedule (user_id, schedule_name, kind, layout, format, language, site_ids, due_hours,
                                    keep_count, enabled, since)
       select min(user_id), '${file_path}', 'day', 'sheets', 'xlsx', 'zh', '{}', 1, 9, true, now() from user_account
       returning schedule_id)
     insert into report_file (schedule_id, period_from, made_at, file_name, file_path, size)
     select schedule_id, now(), now(), 'r.xlsx', '${file_path}', ${content.length} from s`,
  );
}

test('files and reports that the tables name come along, and nothing else that lies about', async () => {
  const dataDir = newFolder('source');
  const [sha256 = ''] = await storeFiles(dataDir, ['content']);
  await storeReport(dataDir, 'reports/12.xlsx', 'a report');
  for (const name of ['logs', 'exports', 'uploads']) {
    mkdirSync(join(dataDir, name));
    writeFileSync(join(dataDir, name, 'x'), 'x');
  }
  writeFileSync(join(dataDir, 'files', 'f'.repeat(64)), 'nobody names it');
  const { files } = await exportFrom(source, folder, { dataDir });
  expect(files.map(({ path }) => path)).toEqual([`files/${sha256}`, 'reports/12.xlsx']);
  expect(readdirSync(folder).sort()).toEqual(['files', 'manifest.json', 'reports', 'secrets.json', 'tables']);
  const target = newDataDir();
  await importTo(await newDatabase(), folder, { dataDir: target });
  expect(readFileSync(join(target, 'files', sha256), 'utf8')).toBe('content');
  expect(readFileSync(join(target, 'reports', '12.xlsx'), 'utf8')).toBe('a report');
  expect(readdirSync(target).sort()).toEqual(['files', 'reports', 'secrets.json']);
});

test('only its owner can read an export', async () => {
  const dataDir = newFolder('source');
  await storeFiles(dataDir, ['content']);
  await exportFrom(source, join(folder, 'new'), { dataDir });
  const entries = readdirSync(join(folder, 'new'), { recursive: true, withFileTypes: true });
  const open = entries.filter((entry) => statSync(join(entry.parentPath, entry.name)).mode & 0o077);
  expect(open.map(({ name }) => name)).toEqual([]);
  expect(statSync(join(folder, 'new')).mode & 0o077).toBe(0);
});

test('a file that is gone or is not what the tables say is named, and the rest is exported', async () => {
  const dataDir = newFolder('source');
  const [gone = '', changed = '', kept = ''] = await storeFiles(dataDir, ['gone', 'changed', 'kept']);
  rmSync(join(dataDir, 'files', gone));
  writeFileSync(join(dataDir, 'files', changed), 'CHANGED');
  const { files, missing } = await exportFrom(source, folder, { dataDir });
  expect(files.map(({ path }) => path)).toEqual([`files/${kept}`]);
  expect(missing).toEqual(
    expect.arrayContaining([
      { path: `files/${gone}`, reason: 'it is not there' },
      { path: `files/${changed}`, reason: 'it is not what the database says' },
    ]),
  );
  expect(readdirSync(join(folder, 'files'))).toEqual([kept]);
  expect(await importTo(await newDatabase(), folder)).toMatchObject({ different: [] });
});

test('an export that was cut off is no export, and is gone on with: what is unchanged is kept', async () => {
  const dataDir = newFolder('source');
  const [sha256 = ''] = await storeFiles(dataDir, ['content']);
  const parts = ['component.copy.gz', 'user_account.copy.gz'].map((name) => join(folder, 'tables', name));
  const stamps = () => parts.map((path) => statSync(path).ino);
  await expect(
    exportFrom(source, folder, { dataDir, ...cutOff(({ doing }) => doing === 'Copying') }),
  ).rejects.toThrow();
  await expect(readManifest(folder)).rejects.toThrow(`There is no finished export in ${folder}`);
  const before = stamps();
  await ask(source, `update user_account set real_name = 'changed since'`);
  await exportFrom(source, folder, { dataDir });
  expect(stamps()[0]).toBe(before[0]);
  expect(stamps()[1]).not.toBe(before[1]);
  const target = await newDatabase();
  await importTo(target, folder);
  expect(await contentOf(target)).toEqual(await contentOf(source));
  expect(existsSync(join(folder, 'files', sha256))).toBe(true);
});

test('however often it is cut off, it is one moment in the end', async () => {
  await ask(
    source,
    `call make_partition('reading_hour', 'reading_hour_2026_10', '2026-10-01T00:00:00Z', '2026-11-01T00:00:00Z');
     insert into reading_hour (ts, site_id, set_id, avg)
     select '2026-10-01T00:00:00Z'::timestamptz + make_interval(secs => n), 1, 1, '{1,2,3}' from generate_series(0, 99999) n`,
  );
  const cuts = [
    ({ what }: Progress) => what === 'component',
    ({ what, rows = 0 }: Progress) => what === 'reading_hour_2026_10' && rows > 1000,
    ({ what }: Progress) => what === 'user_account',
  ];
  for (const [n, cut] of cuts.entries()) {
    await expect(exportFrom(source, folder, cutOff(cut))).rejects.toThrow();
    await ask(
      source,
      `insert into product_line (product_name) values ('${n}'); update user_account set remark = '${n}'`,
    );
  }
  // As retention does.
  await ask(source, 'drop table reading_hour_2026_10');
  // As after a power failure.
  writeFileSync(
    join(folder, 'tables', 'role.copy.gz'),
    readFileSync(join(folder, 'tables', 'role.copy.gz')).subarray(0, 50),
  );
  await exportFrom(source, folder);
  expect(existsSync(join(folder, 'tables', 'reading_hour_2026_10.copy.gz'))).toBe(false);
  const target = await newDatabase();
  await importTo(target, folder);
  expect(await contentOf(target)).toEqual(await contentOf(source));
});

test('a folder that holds something else, or a finished export, is left alone', async () => {
  writeFileSync(join(folder, 'diary.txt'), 'dear diary');
  await expect(exportFrom(source, folder)).rejects.toThrow(
    `The folder ${folder} holds something else (diary.txt)`,
  );
  expect(readdirSync(folder)).toEqual(['diary.txt']);
  const other = newFolder('export');
  await exportFrom(source, other);
  const { export_id } = await readManifest(other);
  await expect(exportFrom(source, other)).rejects.toThrow(`The folder ${other} holds a finished export`);
  expect(await readManifest(other)).toMatchObject({ export_id });
});

test('a second export into the same folder is refused while the first is at work', async () => {
  let second: Promise<unknown> | undefined;
  const report = () => {
    second ??= exportFrom(source, folder).catch((error: unknown) => String(error));
  };
  await exportFrom(source, folder, { report });
  expect(await second).toContain('Another export');
});

test('nobody waits for an export but those who would drop a table', async () => {
  const yesterday = `'raw_packet', 'raw_packet_2026_11_14', '2026-11-14T00:00:00Z', '2026-11-15T00:00:00Z'`;
  const today = `'raw_packet', 'raw_packet_2026_11_15', '2026-11-15T00:00:00Z', '2026-11-16T00:00:00Z'`;
  const packet = (day: number) => `
    insert into raw_packet (received_at, outgoing, mn, st, cn, qn, verdict, raw, remote)
    values ('2026-11-${day}T00:00:00Z', false, '', '', '', '', '', '', '')`;
  await ask(source, `call make_partition(${yesterday}); ${packet(14)}`);
  const client = await connectForCopy(source, new AbortController().signal);
  try {
    const { parts } = await takeSnapshot(client);
    const sums = async () => {
      const all = [];
      for (const part of parts) all.push(await sumOfTable(client, part, () => undefined));
      return all;
    };
    const before = await sums();
    await ask(
      source,
      `set lock_timeout to '30s'; call make_partition(${today}); ${packet(14)}; ${packet(15)};
       insert into product_line (product_name) values ('meanwhile'); delete from user_group`,
    );
    await expect(
      ask(source, `set lock_timeout to '100ms'; drop table raw_packet_2026_11_14`),
    ).rejects.toMatchObject({ code: '55P03' });
    expect(await sums()).toEqual(before);
  } finally {
    await client.end();
  }
});

test('a database without an instance, and one of a newer product, are refused', async () => {
  await expect(exportFrom(await newDatabase(), folder)).rejects.toThrow('holds no instance of Lanjing');
  await ask(source, `insert into schema_migration (name, sha256) values ('9999_future.sql', '')`);
  await expect(exportFrom(source, newFolder('export'))).rejects.toThrow('A newer Lanjing has been at work');
});

test('an export is of the moment of its snapshot, however long it waited for a table', async () => {
  const [client, other] = [
    await connectForCopy(source, new AbortController().signal),
    await connectForCopy(source, new AbortController().signal),
  ];
  try {
    await other.query('begin; lock table bug in access exclusive mode');
    const taking = takeSnapshot(client);
    await vi.waitFor(async () => {
      const waiting = await ask(
        source,
        `select from pg_locks join pg_database d on d.oid = database
          where datname = current_database() and not granted`,
      );
      expect(waiting).toHaveLength(1);
    }, 30_000);
    const [later] = await ask<{ at: Date }>(source, 'select clock_timestamp() as at');
    await other.query('commit');
    const { taken_at } = await taking;
    expect(new Date(taken_at).getTime()).toBeLessThanOrEqual(later?.at.getTime() ?? 0);
  } finally {
    await Promise.all([client.end(), other.end()]);
  }
});
