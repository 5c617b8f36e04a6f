import { roundHalfEven } from './rounding.ts';

interface Counted {
  valid: number;
  invalid: number;
  good_percent: number | null;
}

interface GoodRated {
  now: Counted;
  year_before: Pick<Counted, 'good_percent'>;
  year_before_by_now: Pick<Counted, 'good_percent'> | null;
  /** The comprehensive index: lower is better. */
  index: number | null;
}

/** Ranked only if at least three quarters of the days are valid. */
export function isRanked({ valid, invalid, good_percent }: Counted): boolean {
  return good_percent !== null && valid * 4 >= (valid + invalid) * 3;
}

export type RankedByGoodRate<Row> = Row & {
  /** Null if too few days are valid. */
  rank: number | null;
  difference: number | null;
  /** Difference with both years assessed under this year's rules. */
  difference_by_now: number | null;
};

/**
 * Best first; ties are ordered by the lower comprehensive index, and equal rates share a rank. Rows with too few valid
 * days follow in the same order, without a rank.
 */
export function rankedByGoodRate<Row extends GoodRated>(rows: readonly Row[]): RankedByGoodRate<Row>[] {
  const rate = ({ now }: GoodRated) => now.good_percent ?? -1;
  const index = (row: GoodRated) => row.index ?? Number.POSITIVE_INFINITY;
  const byIndex = (a: GoodRated, b: GoodRated) => (index(a) === index(b) ? 0 : index(a) - index(b));
  const below = ({ now }: GoodRated) => Number(!isRanked(now));
  const sorted = rows.toSorted((a, b) => below(a) - below(b) || rate(b) - rate(a) || byIndex(a, b));
  return sorted.map((row) => ({
    ...row,
    rank: isRanked(row.now) ? 1 + sorted.findIndex((other) => rate(other) === rate(row)) : null,
    difference: pointsBetween(row.now.good_percent, row.year_before.good_percent),
    difference_by_now: pointsBetween(row.now.good_percent, row.year_before_by_now?.good_percent ?? null),
  }));
}

/** Difference in percentage points of rates with one decimal. */
function pointsBetween(now: number | null, before: number | null): number | null {
  return now === null || before === null ? null : roundHalfEven(now - before, 1);
}

/** Marked if it is based on too few days, as in the reports. */
export function indexText({
  index,
  index_usable,
}: {
  index: number | null;
  index_usable: boolean | null;
}): string {
  return index === null ? '–' : `${index.toFixed(2)}${index_usable === false ? '*' : ''}`;
}
