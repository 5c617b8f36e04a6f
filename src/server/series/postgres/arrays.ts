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
 * costs more than all the rest of storing it; what is written here needs no quotes: numbers, times, base64.
 */
export function plainColumn<Row>(rows: readonly Row[], of: (row: Row) => Plain): string {
  let text = '{';
  for (let at = 0; at < rows.length; at++) {
    const value = of(rows[at] as Row);
    if (at > 0) text += ',';
    // Nothing at all between two commas is no element.
    if (value === '') text += '""';
    else text += value instanceof Date ? value.toISOString() : (value ?? 'null');
  }
  return `${text}}`;
}

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

/** The other way round, for numbers. The driver's own reading of arrays goes letter by letter and is many times slower. */
export function numbersOf(text: string): (number | null)[];
export function numbersOf(text: string | null): (number | null)[] | undefined;
export function numbersOf(text: string | null): (number | null)[] | undefined {
  return text
    ?.slice(1, -1)
    .split(',')
    .map((part) => (part === 'NULL' ? null : Number(part)));
}
