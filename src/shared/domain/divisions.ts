/** The national codes by pairs of digits: `370102` lies in `370100`, that in `370000`. */
export function divisionAbove(code: string): string | null {
  if (code.endsWith('0000')) return null;
  return code.endsWith('00') ? `${code.slice(0, 2)}0000` : `${code.slice(0, 4)}00`;
}

/** Divisions that the national list does not divide: a place in one is whole without the levels below. */
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
