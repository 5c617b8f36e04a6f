import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { writeXlsx } from 'hucre';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { userImport, users } from '#shared/contract/access/users.ts';
import type { StoredFile } from '#shared/contract/files/files.ts';
import { historyImportCalls } from '#shared/contract/history-import/history-import.ts';
import { siteImport } from '#shared/contract/sites/sites.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { readTable } from './read.ts';
import { sheetRows } from './xlsx-rows.ts';

const MB = 1024 * 1024;
const folder = mkdtempSync(join(tmpdir(), 'lanjing-hostile-'));
afterAll(() => rmSync(folder, { recursive: true }));

let count = 0;
/** A file of 40 MB that repeats `piece`. */
async function endless(piece: string): Promise<string> {
  count += 1;
  const path = join(folder, String(count));
  const file = createWriteStream(path);
  const part = piece.repeat(Math.floor(MB / piece.length));
  for (let megabytes = 0; megabytes < 40; megabytes += 1) {
    if (!file.write(part)) await once(file, 'drain');
  }
  file.end();
  await finished(file);
  return path;
}

/** How often other work could run meanwhile, and the peak of additional memory. */
async function watched(work: () => Promise<unknown>) {
  const held = () => process.memoryUsage().heapUsed + process.memoryUsage().external;
  const before = held();
  let [turns, most, isOver] = [0, 0, false];
  const look = () => {
    turns += 1;
    most = Math.max(most, held() - before);
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  const refusal = await work().then(
    () => undefined,
    (error: unknown) => error,
  );
  isOver = true;
  return { refusal, turns, most };
}

describe('a file of 40 MB', () => {
  test.each([
    ['one endless line', 'x', 'record_too_long'],
    ['one endless line of empty cells', ',', 'record_too_long'],
    ['quotes only', '"', 'record_too_long'],
    ['a quoted line that never ends', '"",', 'too_many_columns'],
    ['empty lines', '\n', 'too_many_rows'],
    ['short lines', 'a,b\n', 'too_many_rows'],
  ])(
    'of %s is refused without filling the memory or holding others up',
    async (_what, piece, detail) => {
      const path = await endless(piece);
      const { refusal, turns, most } = await watched(() => readTable(path, 'users.csv', 1000, () => 1));
      expect(refusal).toMatchObject({ fault: 'file_format_wrong' });
      expect(['record_too_long', detail]).toContain((refusal as { detail: string }).detail);
      expect(most).toBeLessThan(200 * MB);
      expect(turns).toBeGreaterThan(100);
    },
    120_000,
  );
});

test('a small workbook whose rows are as wide as can be is refused at the first of them', async () => {
  const path = join(folder, 'wide.xlsx');
  const wide = Array.from({ length: 16_384 }, (_, at) => (at === 16_383 ? 1 : null));
  writeFileSync(
    path,
    await writeXlsx({ sheets: [{ name: 's', rows: Array.from({ length: 50 }, () => wide) }] }),
  );
  const { refusal, most } = await watched(() => readTable(path, 'wide.xlsx', 1000, () => 1));
  expect(refusal).toMatchObject({
    fault: 'file_format_wrong',
    detail: 'too_many_columns',
    params: { row: 1 },
  });
  expect(most).toBeLessThan(200 * MB);
});

test('a thread that runs out of memory while it is being ended does not end the server', async () => {
  const path = join(folder, 'texts.xlsx');
  const rows = Array.from({ length: 150_000 }, (_, at) => [`text ${at}`]);
  writeFileSync(path, await writeXlsx({ sheets: [{ name: 's', rows }] }));
  const heapMb = 16;
  const read = async (leftMs: number) => {
    for await (const _rows of sheetRows(path, 's', { heapMb, time: { leftMs } }));
  };
  const began = performance.now();
  await expect(read(60_000)).rejects.toMatchObject({ detail: 'xlsx_too_complex' });
  const tookMs = performance.now() - began;
  // Out of time shortly before it is out of memory: which happens first varies between tries.
  for (let at = 0; at < 8; at += 1) {
    await expect(read(tookMs * (0.2 + at / 8))).rejects.toMatchObject({ detail: 'xlsx_too_complex' });
  }
}, 120_000);

test('a sheet of more rows than a spreadsheet holds is refused, though all of them are empty', async () => {
  const path = join(folder, 'tall.xlsx');
  const rows = Array.from({ length: 1_048_577 }, (_, at) => (at === 1_048_576 ? ['late'] : []));
  writeFileSync(path, await writeXlsx({ sheets: [{ name: 's', rows }] }));
  const count = async () => {
    let last = 0;
    for await (const batch of sheetRows(path, 's', {})) last = batch.last;
    return last;
  };
  await expect(count()).rejects.toMatchObject({ fault: 'file_format_wrong', detail: 'too_many_rows' });
}, 120_000);

describe('through the imports', () => {
  let app: TestApp;
  let admin: Client;
  let file_id: number;
  beforeAll(async () => {
    app = await testApp();
    admin = await app.login('admin');
    const { data } = await admin.upload('endless.csv', Buffer.alloc(40 * MB, 'x'));
    file_id = (data as StoredFile).file_id;
  }, 120_000);

  test.each([
    ['users', userImport.preview.path],
    ['users, without a preview', userImport.run.path],
    ['sites', siteImport.preview.path],
    ['sites, without a preview', siteImport.run.path],
    ['history', historyImportCalls.open.path],
  ])(
    'an endless line is refused in the reader’s language: %s',
    async (_what, path) => {
      const [{ envelope }, { total }] = await Promise.all([
        admin.raw(path, { file_id }),
        admin.send(users.list, {}),
      ]);
      expect(total).toBeGreaterThan(0);
      expect(envelope).toMatchObject({
        code: 77,
        detail: 'record_too_long',
        params: { row: 1, max: 100_000 },
      });
      const english = await admin.raw(path, { file_id }, { 'accept-language': 'en' });
      expect(english.envelope.message).toContain('Row 1 has more than 100000 characters');
    },
    120_000,
  );

  test('a preview of long cells does not answer with the whole file', async () => {
    const lines = Array.from({ length: 300 }, (_, at) => `u${at},${'长'.repeat(30_000)}`);
    const { data } = await admin.upload('long.csv', `账号,姓名,手机号,角色,密码\n${lines.join('\n')}`);
    const preview = await admin.send(userImport.preview, { file_id: (data as StoredFile).file_id });
    expect(preview).toMatchObject({ total: 300, bad: 300 });
    expect(JSON.stringify(preview).length).toBeLessThan(1_000_000);
  });

  test('history looks for its headings among the first rows, and not through a file of empty ones', async () => {
    const upload = async (name: string, content: string) =>
      ((await admin.upload(name, content)).data as StoredFile).file_id;
    const heading = 'MN,时间,PM2.5\nA,2026-01-05 08:00,1\n';
    const near = await upload('near.csv', `${'\n'.repeat(8)}${heading}`);
    expect((await admin.send(historyImportCalls.open, { file_id: near })).mapping.heading_row).toBe(9);
    const far = await upload('far.csv', `${'\n'.repeat(1_000_000)}${heading}`);
    const refused = await admin.raw(historyImportCalls.open.path, { file_id: far });
    expect(refused.envelope).toMatchObject({ code: 10, detail: 'import_empty' });
  });

  test('many workbooks opened at once by one user are read one after the other, and too many refused', async () => {
    const book = await writeXlsx({ sheets: [{ name: 's', rows: [['MN', '时间', 'PM2.5']] }] });
    const { data } = await admin.upload('small.xlsx', book);
    const asked = { file_id: (data as StoredFile).file_id };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => admin.raw(historyImportCalls.open.path, asked)),
    );
    const refused = answers.filter(({ envelope }) => envelope.detail === 'too_many_waiting');
    const opened = answers.filter(({ envelope }) => envelope.code === 0);
    expect(refused.length).toBeGreaterThan(0);
    expect(opened.length).toBeGreaterThan(0);
    expect(refused.length + opened.length).toBe(20);
  });
});
