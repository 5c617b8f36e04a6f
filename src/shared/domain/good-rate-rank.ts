import { roundHalfEven } from './rounding.ts';

interface GoodRated {
  now: { good_percent: number | null };
  year_before: { good_percent: number | null };
  /** The comprehensive index: lower is better. */
  index: number | null;
}

/** The best first, ties by the lower comprehensive index. Equal rates share a rank; without one there is none. */
export function rankedByGoodRate<Row extends GoodRated>(
  rows: readonly Row[],
): (Row & { rank: number | null; difference: number | null })[] {
  const rate = ({ now }: GoodRated) => now.good_percent ?? -1;
  const index = (row: GoodRated) => row.index ?? Number.POSITIVE_INFINITY;
  const byIndex = (a: GoodRated, b: GoodRated) => (index(a) === index(b) ? 0 : index(a) - index(b));
  const sorted = rows.toSorted((a, b) => rate(b) - rate(a) || byIndex(a, b));
  return sorted.map((row) => ({
    ...row,
    rank: row.now.good_percent === null ? null : 1 + sorted.findIndex((other) => rate(other) === rate(row)),
    difference: pointsBetween(row.now.good_percent, row.year_before.good_percent),
  }));
}

/** In points of percent, of rates that have one decimal. */
function pointsBetween(now: number | null, before: number | null): number | null {
  return now === null || before === null ? null : roundHalfEven(now - before, 1);
}

/** What rests on too few days is marked, as in the reports. */
export function indexText({
  index,
  index_usable,
}: {
  index: number | null;
  index_usable: boolean | null;
}): string {
  return index === null ? '–' : `${index.toFixed(2)}${index_usable === false ? '*' : ''}`;
}
