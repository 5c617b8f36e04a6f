import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import Papa from 'papaparse';
import { Fault } from '#shared/faults.ts';
import { brokenLimit, limitBroken, limits } from './limits.ts';

export type Encoding = 'utf-8' | 'gb18030';

/** Format of a CSV file. */
export interface CsvForm {
  encoding: Encoding;
  delimiter: string;
  /** With `\n`, we remove a preceding `\r` ourselves, because files mix both. */
  newline: '\n' | '\r';
}

/** Read and parsed at once; other work runs in between. */
const CHUNK_BYTES = 32 * 1024;
const LOOKED_AT = 64 * 1024;

/** Chinese Excel saves CSV as GB 18030. A file that is entirely valid UTF-8 is read as UTF-8. */
export async function csvFormOf(path: string): Promise<CsvForm> {
  const encoding = await encodingOf(path);
  let start = '';
  for await (const { text } of textOf(path, encoding)) {
    start += text;
    if (start.length > LOOKED_AT) break;
  }
  if (start.includes('\0')) throw new Fault('file_format_wrong');
  const newline = !start.includes('\n') && start.includes('\r') ? '\r' : '\n';
  return { encoding, delimiter: delimiterOf(start), newline };
}

async function encodingOf(path: string): Promise<Encoding> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const bytes of chunksOf(path)) {
    try {
      decoder.decode(bytes, { stream: true });
    } catch {
      return 'gb18030';
    }
  }
  return 'utf-8';
}

async function* textOf(path: string, encoding: Encoding): AsyncGenerator<{ text: string; bytes: number }> {
  // The decoder removes a byte-order mark.
  const decoder = new TextDecoder(encoding);
  for await (const bytes of chunksOf(path)) {
    yield { text: decoder.decode(bytes, { stream: true }), bytes: bytes.length };
  }
  yield { text: decoder.decode(), bytes: 0 };
}

function chunksOf(path: string): AsyncIterable<Buffer> {
  return createReadStream(path, { highWaterMark: CHUNK_BYTES });
}

/** The most frequent delimiter of the first lines, outside of quotes. */
export function delimiterOf(start: string): string {
  const lines = start
    .replace(/"[^"]*"/g, '')
    .split(/\r?\n|\r/)
    .slice(0, 10);
  const counts = [',', ';', '\t'].map((sign) => ({
    sign,
    count: lines.reduce((sum, line) => sum + line.split(sign).length - 1, 0),
  }));
  return counts.reduce((most, one) => (one.count > most.count ? one : most)).sign;
}

/** Some records, and the number of bytes read so far. */
interface Records {
  records: string[][];
  bytes: number;
}

/**
 * All records of the file in batches. Memory use is constant, however many records there are and however long they are.
 */
export async function* csvRecords(path: string, { encoding, ...form }: CsvForm): AsyncGenerator<Records> {
  const read = { bytes: 0, signs: 0, rows: 0 };
  const source = Readable.from(counted(textOf(path, encoding), read));
  const batches = new Readable({
    objectMode: true,
    highWaterMark: 1,
    read: () => source.resume(),
    destroy: (error, done) => {
      source.destroy();
      done(error);
    },
  });
  Papa.parse<string[], Readable>(source, {
    ...form,
    chunk: ({ data, errors, meta }) => {
      // An incomplete record is parsed again with every chunk; without a limit this would take quadratic time.
      if (read.signs - meta.cursor > limits.record) throw limitBroken('record', read.rows + data.length + 1);
      const records = data.map((cells) => checked(withoutReturn(cells), ++read.rows));
      if (errors.some(({ code }) => code === 'MissingQuotes')) {
        throw new Fault('file_format_wrong', { detail: 'quote_not_closed', params: { row: read.rows } });
      }
      if (!batches.push({ records, bytes: read.bytes })) source.pause();
    },
    complete: () => batches.push(null),
    error: (error) => batches.destroy(error),
  });
  yield* batches as AsyncIterable<Records>;
}

async function* counted(
  texts: AsyncIterable<{ text: string; bytes: number }>,
  read: { bytes: number; signs: number },
): AsyncGenerator<string> {
  for await (const { text, bytes } of texts) {
    read.bytes += bytes;
    read.signs += text.length;
    yield text;
  }
}

function withoutReturn(cells: string[]): string[] {
  const last = cells.at(-1);
  return last?.endsWith('\r') ? cells.with(-1, last.slice(0, -1)) : cells;
}

function checked(cells: string[], row: number): string[] {
  const broken = brokenLimit(cells);
  if (broken) throw limitBroken(broken, row);
  return cells;
}
