/** An array column of arrays has no type of its own in the driver: each row's array travels as PostgreSQL text. */
export function arrayText(values: readonly (number | string | null)[] | undefined): string | null {
  if (!values) return null;
  return `{${values.map((value) => (typeof value === 'string' ? JSON.stringify(value) : (value ?? 'null'))).join(',')}}`;
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
