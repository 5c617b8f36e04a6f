import { MINUTE_MS } from '#shared/domain/time-units.ts';

/** An array column of arrays has no type of its own in the driver: each row's array travels as PostgreSQL text. */
export function arrayText(values: readonly (number | string | null)[] | undefined): string | null {
  if (!values) return null;
  let text = '{';
  for (let at = 0; at < values.length; at++) {
    const value = values[at];
    if (at > 0) text += ',';
    text += typeof value === 'string' ? quoted(value) : (value ?? 'null');
  }
  return `${text}}`;
}

function quoted(text: string): string {
  const isPlain = !text.includes('"') && !text.includes('\\');
  return `"${isPlain ? text : text.replace(/["\\]/g, '\\$&')}"`;
}

type Plain = number | boolean | string | Date | null;

/**
 * One value of every row as an array parameter. The driver would look at each element with regular expressions, which
 * costs more than all the rest of storing it; what is written here needs no quotes: numbers, times, words.
 */
export function plainColumn<Row>(rows: readonly Row[], of: (row: Row) => Plain): string {
  let text = '{';
  for (let at = 0; at < rows.length; at++) {
    const value = of(rows[at] as Row);
    if (at > 0) text += ',';
    // Nothing at all between two commas is no element.
    if (value === '') text += '""';
    else text += value instanceof Date ? timeText(value) : (value ?? 'null');
  }
  return `${text}}`;
}

let minute = Number.NaN;
let minuteText = '';

/** As `toISOString`, at a quarter of its cost: times of a batch lie close together, and most share their minute. */
export function timeText(at: Date): string {
  const ms = at.getTime() - minute;
  if (!(ms >= 0 && ms < MINUTE_MS)) {
    const whole = at.toISOString();
    minute = Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS;
    minuteText = whole.slice(0, -SECONDS.length);
    return whole;
  }
  const [seconds, rest] = [Math.floor(ms / 1000), ms % 1000];
  return `${minuteText}${seconds < 10 ? '0' : ''}${seconds}.${rest < 10 ? '00' : rest < 100 ? '0' : ''}${rest}Z`;
}

const SECONDS = '00.000Z';

/** The same for texts, which are quoted, and escaped where they must be. */
export function textColumn<Row>(rows: readonly Row[], of: (row: Row) => string | null): string {
  let text = '{';
  for (let at = 0; at < rows.length; at++) {
    const value = of(rows[at] as Row);
    if (at > 0) text += ',';
    text += value === null ? 'null' : quoted(value);
  }
  return `${text}}`;
}

const BYTEA = 17;
/** Dimensions, whether there are nulls, the type of the elements, their number and the first one's. */
const ARRAY_HEAD = 20;

/** One `bytea` of every row as an array parameter, in PostgreSQL's binary form: bytes as text are twice as long. */
export function bytesColumn<Row>(rows: readonly Row[], of: (row: Row) => Uint8Array): Buffer {
  let size = ARRAY_HEAD;
  for (const row of rows) size += 4 + of(row).length;
  const array = Buffer.allocUnsafe(size);
  let at = 0;
  for (const part of [1, 0, BYTEA, rows.length, 1]) at = array.writeInt32BE(part, at);
  for (const row of rows) {
    const bytes = of(row);
    at = array.writeInt32BE(bytes.length, at);
    array.set(bytes, at);
    at += bytes.length;
  }
  return array;
}

/** The other way round, for numbers. The driver's own reading of arrays goes letter by letter and is many times slower. */
export function numbersOf(text: string): (number | null)[];
export function numbersOf(text: string | null): (number | null)[] | undefined;
export function numbersOf(text: string | null): (number | null)[] | undefined {
  return text
    ?.slice(1, -1)
    .split(',')
    .map((part) => (part === 'NULL' ? null : Number(part)));
}
