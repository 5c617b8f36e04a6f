import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeXlsx } from 'hucre';
import { afterAll, describe, expect, test } from 'vitest';
import { delimiterOf } from './csv-records.ts';
import { tableFormOf, tableLines } from './records.ts';

const folder = mkdtempSync(join(tmpdir(), 'lanjing-records-'));
afterAll(() => rmSync(folder, { recursive: true }));

let count = 0;
async function read(content: string | Uint8Array, name = 'table.csv') {
  count += 1;
  const path = join(folder, String(count));
  writeFileSync(path, content);
  const lines: string[] = [];
  for await (const batch of tableLines(path, await tableFormOf(path, name))) {
    lines.push(...batch.lines.map(({ row, cells }) => `${row} ${cells.join('|')}`));
  }
  return lines;
}

describe('a CSV', () => {
  test.each([
    ['plain', 'a,b\n1,2\n', ['1 a|b', '2 1|2']],
    ['with a byte-order mark and without a last line end', '\ufeffa,b\r\n1,2', ['1 a|b', '2 1|2']],
    ['with semicolons', 'a;b\n1,5;2\n', ['1 a|b', '2 1,5|2']],
    ['with tabs', 'a\tb\n1\t2\n', ['1 a|b', '2 1|2']],
    ['with quotes', '"a,x","b""y"\n"",2\n', ['1 a,x|b"y', '2 |2']],
    ['with a line end in quotes', 'a,b\n"1\n1",2\n3,4\n', ['1 a|b', '2 1\n1|2', '3 3|4']],
    ['with blank lines, which count', 'a,b\n\n , \n1,2\n', ['1 a|b', '4 1|2']],
    ['with cells missing', 'a,b,c\n1\n', ['1 a|b|c', '2 1']],
    ['with line ends of both kinds', '"a","b"\r\n1,2\n"3","4"\r\n', ['1 a|b', '2 1|2', '3 3|4']],
    ['with the line ends of old Macs', 'a,b\r1,2\r', ['1 a|b', '2 1|2']],
    ['with a quote within a cell', 'a,b\n6" pipe,2\n', ['1 a|b', '2 6" pipe|2']],
  ])('%s', async (_name, content, lines) => {
    expect(await read(content)).toEqual(lines);
  });

  test('in GBK, as Excel in Chinese saves it', async () => {
    const gbk = Buffer.from([0xd5, 0xbe, 0xb5, 0xe3, 0x2c, 0xca, 0xb1, 0xbc, 0xe4, 0x0a]);
    expect(await read(gbk)).toEqual(['1 站点,时间'.replace(',', '|')]);
  });

  test('is the same whatever lies at the edge of what is read at once', async () => {
    const cells = Array.from({ length: 60_000 }, (_, at) => (at % 3 === 0 ? `"站,${at}"` : `站${at}`));
    const lines = await read(cells.map((cell) => `${cell},x`).join('\r\n'));
    expect(lines).toEqual(cells.map((cell, at) => `${at + 1} ${cell.replaceAll('"', '')}|x`));
  });

  test('with a quote that nobody closes is refused before it fills the memory', async () => {
    const open = `a,b\n"1,2\n${'3,4\n'.repeat(200_000)}`;
    await expect(read(open)).rejects.toMatchObject({ fault: 'file_format_wrong', detail: 'record_too_long' });
  });

  test.each([
    ['one line without an end', `a,b\n${'x'.repeat(200_000)}`, 'record_too_long', 2, 100_000],
    ['one line of empty cells', `a,b\n1,2\n${','.repeat(200_000)}`, 'record_too_long', 3, 100_000],
    ['a row of too many cells', `a,b\n${','.repeat(2000)}\n`, 'too_many_columns', 2, 2000],
    ['a cell of too many signs', `a,b\n1,${'站'.repeat(32_768)}\n`, 'cell_too_long', 2, 32_767],
    ['a row of too many signs', `a,b\n${'1234567,'.repeat(13_000)}\n`, 'too_many_columns', 2, 2000],
    [
      'long cells side by side',
      `a,b\n${`${'x'.repeat(30_000)},`.repeat(4)}\n`,
      'record_too_long',
      2,
      100_000,
    ],
  ])(
    'of %s is refused, and it is said which limit that breaks, and where',
    async (_what, content, detail, row, max) => {
      await expect(read(content)).rejects.toMatchObject({
        fault: 'file_format_wrong',
        detail,
        params: { row, max },
      });
    },
  );

  test('whose last quote is not closed is refused rather than read as one cell', async () => {
    await expect(read('a,b\n1,2\n3,"4\n5,6\n')).rejects.toMatchObject({
      fault: 'file_format_wrong',
      detail: 'quote_not_closed',
    });
  });

  test('must be named one, and be text', async () => {
    await expect(read('a,b\n', 'table.pdf')).rejects.toMatchObject({ fault: 'file_format_wrong' });
    await expect(read('a,\0b\n')).rejects.toMatchObject({ fault: 'file_format_wrong' });
  });
});

test('what stands in quotes does not decide on the separator', () => {
  expect(delimiterOf('"a,b,c";d\n"1,2,3";4\n')).toBe(';');
  expect(delimiterOf('only one column\n1\n')).toBe(',');
});

test('a sheet has the rows that its spreadsheet shows, its dates as a wall clock has them', async () => {
  const at = new Date(Date.UTC(2026, 0, 5, 7, 59, 59, 999));
  const bytes = await writeXlsx({
    sheets: [
      {
        name: 's',
        columns: [{ style: { numFmt: 'yyyy-mm-dd hh:mm:ss' } }, {}],
        rows: [
          ['time', 'value'],
          [null, null],
          [at, 35.3],
        ],
      },
    ],
  });
  expect(await read(bytes, 'table.xlsx')).toEqual(['1 time|value', '3 2026-01-05 08:00:00|35.3']);
});

test.each([
  ['columns', [Array.from({ length: 2001 }, () => 'x')], 'too_many_columns'],
  ['signs in a cell', [['x'.repeat(32_768)]], 'cell_too_long'],
  ['signs in a row', [Array.from({ length: 4 }, () => 'x'.repeat(30_000))], 'record_too_long'],
])('a sheet with too many %s is refused as a CSV is', async (_what, rows, detail) => {
  const bytes = await writeXlsx({ sheets: [{ name: 's', rows: [['a', 'b'], ...rows] }] });
  await expect(read(bytes, 'table.xlsx')).rejects.toMatchObject({
    fault: 'file_format_wrong',
    detail,
    params: { row: 2 },
  });
});

test('a workbook that is not read in time is refused, and its thread ended', async () => {
  const path = join(folder, 'late.xlsx');
  writeFileSync(path, await writeXlsx({ sheets: [{ name: 's', rows: [['a']] }] }));
  const lines = tableLines(path, await tableFormOf(path, 'late.xlsx'), { time: { leftMs: 0 } });
  await expect(lines.next()).rejects.toMatchObject({ fault: 'upload_failed', detail: 'xlsx_too_complex' });
});

test('an archive that is no workbook is refused', async () => {
  await expect(read('PK\u0003\u0004nonsense', 'table.xlsx')).rejects.toMatchObject({
    fault: 'file_format_wrong',
  });
});
