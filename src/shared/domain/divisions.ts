/** The parent of a national code, by pairs of digits: `370102` is in `370100`, which is in `370000`. */
export function divisionAbove(code: string): string | null {
  if (code.endsWith('0000')) return null;
  return code.endsWith('00') ? `${code.slice(0, 2)}0000` : `${code.slice(0, 4)}00`;
}

/** Divisions without subdivisions in the national list: a place in one is complete without the lower levels. */
const undivided: ReadonlySet<unknown> = new Set([
  '441900',
  '442000',
  '460400',
  '620200',
  '710000',
  '810000',
  '820000',
]);

export function isUndivided(code: unknown): boolean {
  return undivided.has(code);
}
