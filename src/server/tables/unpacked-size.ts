import { createInflateRaw } from 'node:zlib';
import { Fault } from '#shared/faults.ts';

const LOCAL_HEADER = 0x04034b50;
const END_OF_DIRECTORY = Buffer.from('PK\u0005\u0006');
const END_BYTES = 22;
/** Marks a field whose value is in the 64-bit form. */
const ELSEWHERE = 0xffffffff;
const MB = 1024 * 1024;
/** A workbook has a few dozen entries; each is checked. */
const MAX_ENTRIES = 10_000;

/**
 * Refuses an archive that would fill the memory. Its stated sizes may be wrong, so it is unpacked for counting only.
 */
export async function checkUnpackedSize(archive: Buffer, maxMb: number): Promise<void> {
  const sizes = new Map<number, number>();
  let total = 0;
  for (const at of entriesOf(archive)) {
    const known = sizes.get(at);
    const size = known ?? (await unpackedSize(archive.subarray(at), maxMb * MB - total));
    sizes.set(at, size);
    total += size;
    if (total <= maxMb * MB) continue;
    throw new Fault('upload_failed', { detail: 'xlsx_unpacks_too_large', params: { max: `${maxMb} MB` } });
  }
}

/** Offsets of the packed data that any reader could find: by the directory, or from entry to entry. */
function entriesOf(archive: Buffer): number[] {
  try {
    const listed = listedEntries(archive);
    const known = new Set(listed);
    const entries = [...listed, ...[...entriesInLine(archive)].filter((at) => !known.has(at))];
    if (entries.length > MAX_ENTRIES) throw new RangeError('too many entries');
    return entries;
  } catch (error) {
    if (error instanceof RangeError) throw new Fault('file_format_wrong');
    throw error;
  }
}

/** An entry that is listed twice can be unpacked twice. */
function listedEntries(archive: Buffer): number[] {
  const end = archive.lastIndexOf(END_OF_DIRECTORY, -END_BYTES);
  if (end < 0) throw new RangeError('no directory');
  let count = archive.readUInt16LE(end + 10);
  let at = archive.readUInt32LE(end + 16);
  if (count === 0xffff || at === ELSEWHERE || archive.readUInt32LE(end + 12) === ELSEWHERE) {
    const wide = readWide(archive, end - 12);
    count = readWide(archive, wide + 32);
    at = readWide(archive, wide + 48);
  }
  const entries: number[] = [];
  for (; count > 0; count -= 1) {
    entries.push(packedAt(archive, headerAt(archive, at)));
    at += 46 + [28, 30, 32].reduce((sum, field) => sum + archive.readUInt16LE(at + field), 0);
  }
  return entries;
}

function headerAt(archive: Buffer, entry: number): number {
  const header = archive.readUInt32LE(entry + 42);
  if (header !== ELSEWHERE) return header;
  let field = entry + 46 + archive.readUInt16LE(entry + 28);
  const end = field + archive.readUInt16LE(entry + 30);
  while (field < end && archive.readUInt16LE(field) !== 1) field += 4 + archive.readUInt16LE(field + 2);
  // The sizes come first, as far as they are present.
  const sizes = [20, 24].filter((size) => archive.readUInt32LE(entry + size) === ELSEWHERE);
  return readWide(archive, field + 4 + 8 * sizes.length);
}

const readWide = (archive: Buffer, at: number) => Number(archive.readBigUInt64LE(at));

function* entriesInLine(archive: Buffer): Generator<number> {
  let at = 0;
  while (at + 30 <= archive.length && archive.readUInt32LE(at) === LOCAL_HEADER) {
    const packed = packedAt(archive, at);
    yield packed;
    at = packed + archive.readUInt32LE(at + 18);
  }
}

const packedAt = (archive: Buffer, header: number) =>
  header + 30 + archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28);

/** Compressed data mark their own end. Damaged data count up to the damage: their reader will report it. */
async function unpackedSize(packed: Buffer, enough: number): Promise<number> {
  const inflate = createInflateRaw({ chunkSize: MB / 4 });
  inflate.end(packed);
  let size = 0;
  try {
    for await (const { length } of inflate as AsyncIterable<Buffer>) {
      size += length;
      if (size > enough) break;
    }
  } catch {
    return size;
  }
  return size;
}
