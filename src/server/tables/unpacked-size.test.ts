import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { constants, deflateRawSync } from 'node:zlib';
import { writeXlsx } from 'hucre';
import { afterAll, expect, test } from 'vitest';
import { readTable } from './read.ts';
import { tableFormOf } from './records.ts';
import { checkUnpackedSize } from './unpacked-size.ts';

const folder = mkdtempSync(join(tmpdir(), 'lanjing-unpacked-'));
afterAll(() => rmSync(folder, { recursive: true }));

const tooLarge = { fault: 'upload_failed', detail: 'xlsx_unpacks_too_large' };

/** Compressed zeros of that many megabytes. */
function packed(megabytes: number): Buffer {
  const one = deflateRawSync(Buffer.alloc(1024 * 1024), { finishFlush: constants.Z_FULL_FLUSH });
  return Buffer.concat([...new Array<Buffer>(megabytes).fill(one), deflateRawSync('')]);
}

interface Said {
  size?: number;
  listed?: number;
  /** The directory uses the fields of the 64-bit form. */
  wide?: boolean;
  flags?: number;
}

/** An archive with one entry and the given, possibly false, header fields. */
function archive(content: Buffer, { size = 10, listed = 1, wide = false, flags = 0 }: Said = {}): Buffer {
  const local = Buffer.alloc(31, 'x');
  local.write('PK\u0003\u0004');
  local.writeUInt16LE(flags, 6);
  local.writeUInt16LE(8, 8);
  local.writeUInt32LE(flags ? 0 : content.length, 18);
  local.writeUInt32LE(size, 22);
  local.writeUInt16LE(1, 26);
  local.writeUInt16LE(0, 28);
  const entry = Buffer.alloc(wide ? 75 : 47);
  entry.write('PK\u0001\u0002');
  entry.writeUInt16LE(flags, 8);
  entry.writeUInt16LE(8, 10);
  entry.writeUInt32LE(wide ? 0xffffffff : content.length, 20);
  entry.writeUInt32LE(wide ? 0xffffffff : size, 24);
  entry.writeUInt16LE(1, 28);
  if (wide) {
    entry.writeUInt16LE(28, 30);
    entry.writeUInt32LE(0xffffffff, 42);
    entry.writeUInt16LE(1, 47);
    entry.writeUInt16LE(24, 49);
  }
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006');
  end.writeUInt16LE(listed, 10);
  end.writeUInt32LE(local.length + content.length, 16);
  return Buffer.concat([local, content, ...new Array<Buffer>(listed).fill(entry), end]);
}

test('an archive within the bound passes, whatever it says of itself', async () => {
  await checkUnpackedSize(archive(packed(2), { size: 2 ** 31 }), 3);
});

test.each<[string, number, Said]>([
  ['says so', 4, { size: 4 * 1024 * 1024 }],
  ['says that it is small', 4, { size: 10 }],
  ['says nothing of its size', 4, { size: 0, flags: 8 }],
  ['does not list what it holds', 4, { listed: 0 }],
  ['lists the same entry often', 1, { listed: 4 }],
  ['has its numbers elsewhere', 4, { wide: true, flags: 8 }],
])('an archive beyond the bound is refused that %s', async (_name, megabytes, said) => {
  await expect(checkUnpackedSize(archive(packed(megabytes), said), 3)).rejects.toMatchObject(tooLarge);
});

test('an archive that leads nowhere is no table', async () => {
  const cut = archive(packed(1)).subarray(0, -30);
  await expect(checkUnpackedSize(cut, 3)).rejects.toMatchObject({ fault: 'file_format_wrong' });
});

test('no table is read of an archive that would fill the memory', async () => {
  const path = join(folder, 'table.xlsx');
  writeFileSync(path, archive(packed(310)));
  await expect(readTable(path, 'table.xlsx', 10, () => 1)).rejects.toMatchObject(tooLarge);
  await expect(tableFormOf(path, 'table.xlsx')).rejects.toMatchObject(tooLarge);
});

test('a workbook of many rows is one to be read', async () => {
  const rows = Array.from({ length: 20_000 }, (_, at) => [`站点 ${at}`, at, at / 7]);
  await checkUnpackedSize(Buffer.from(await writeXlsx({ sheets: [{ name: 's', rows }] })), 5);
});
