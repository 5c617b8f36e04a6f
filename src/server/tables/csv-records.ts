import { createReadStream } from 'node:fs';
import { Fault } from '#shared/faults.ts';

export type Encoding = 'utf-8' | 'gb18030';

/** How a file of plain lines is to be read. */
export interface CsvForm {
  encoding: Encoding;
  delimiter: string;
}

const CHUNK_BYTES = 256 * 1024;
/** A record that goes on longer has a quote that nobody closed: it would swallow the rest of the file. */
const LONGEST_RECORD = 200_000;
const LOOKED_AT = 64 * 1024;

/** Excel in Chinese saves CSV in its own encoding; what is valid UTF-8 throughout is UTF-8. */
export async function csvFormOf(path: string): Promise<CsvForm> {
  const encoding = await encodingOf(path);
  let start = '';
  for await (const { text } of textOf(path, encoding)) {
    start += text;
    if (start.length > LOOKED_AT) break;
  }
  if (start.includes('\0')) throw new Fault('file_format_wrong');
  return { encoding, delimiter: delimiterOf(start) };
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
  // The decoder takes a byte-order mark away by itself.
  const decoder = new TextDecoder(encoding);
  for await (const bytes of chunksOf(path)) {
    yield { text: decoder.decode(bytes, { stream: true }), bytes: bytes.length };
  }
  yield { text: decoder.decode(), bytes: 0 };
}

function chunksOf(path: string): AsyncIterable<Buffer> {
  return createReadStream(path, { highWaterMark: CHUNK_BYTES });
}

/** The one that the first lines have most of, outside of quotes. */
export function delimiterOf(start: string): string {
  const lines = start
    .replace(/"[^"]*"/g, '')
    .split(/\r?\n/)
    .slice(0, 10);
  const counts = [',', ';', '\t'].map((sign) => ({
    sign,
    count: lines.reduce((sum, line) => sum + line.split(sign).length - 1, 0),
  }));
  return counts.reduce((most, one) => (one.count > most.count ? one : most)).sign;
}

/** Some records, and how many bytes of the file are read with them. */
interface Records {
  records: string[][];
  bytes: number;
}

/** All records of the file in batches; memory stays flat however many there are. */
export async function* csvRecords(path: string, { encoding, delimiter }: CsvForm): AsyncGenerator<Records> {
  let rest = '';
  let read = 0;
  for await (const { text, bytes } of textOf(path, encoding)) {
    read += bytes;
    const whole = rest + text;
    const { records, end } = recordsIn(whole, delimiter);
    rest = whole.slice(end);
    if (rest.length > LONGEST_RECORD) throw new Fault('file_format_wrong', { detail: 'record_too_long' });
    if (records.length > 0) yield { records, bytes: read };
  }
  if (rest !== '') yield { records: [recordOf(rest.replace(/\r$/, ''), delimiter)], bytes: read };
}

/** The whole records of a text, and where the one that is not whole yet begins. */
function recordsIn(text: string, delimiter: string): { records: string[][]; end: number } {
  const records: string[][] = [];
  let begin = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
    const line = text.slice(begin, text[at - 1] === '\r' ? at - 1 : at);
    if (line.includes('"') && isOpen(line)) continue;
    records.push(recordOf(line, delimiter));
    begin = at + 1;
  }
  return { records, end: begin };
}

/** Whether the line end is one within quotes. */
function isOpen(line: string): boolean {
  let open = false;
  for (let at = line.indexOf('"'); at >= 0; at = line.indexOf('"', at + 1)) open = !open;
  return open;
}

function recordOf(line: string, delimiter: string): string[] {
  if (!line.includes('"')) return line.split(delimiter);
  const cells: string[] = [];
  let at = 0;
  for (;;) {
    if (line[at] !== '"') {
      const end = line.indexOf(delimiter, at);
      cells.push(line.slice(at, end < 0 ? undefined : end));
      if (end < 0) return cells;
      at = end + 1;
      continue;
    }
    let cell = '';
    let from = at + 1;
    let close = line.indexOf('"', from);
    while (close >= 0 && line[close + 1] === '"') {
      cell += line.slice(from, close + 1);
      from = close + 2;
      close = line.indexOf('"', from);
    }
    cells.push(cell + line.slice(from, close < 0 ? undefined : close));
    const end = close < 0 ? -1 : line.indexOf(delimiter, close);
    if (end < 0) return cells;
    at = end + 1;
  }
}
