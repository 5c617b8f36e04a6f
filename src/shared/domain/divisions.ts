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
