// The server sorts with PostgreSQL's zh-x-icu, which gives the same order: by pinyin.
const collator = new Intl.Collator('zh');

export function compareNames(a: string, b: string): number {
  return collator.compare(a, b);
}

/** A sorted copy, for lists that the browser sorts itself. */
export function sortByName<T>(rows: readonly T[], nameOf: (row: T) => string): T[] {
  return rows.toSorted((a, b) => collator.compare(nameOf(a), nameOf(b)));
}
