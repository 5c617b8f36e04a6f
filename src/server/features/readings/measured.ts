import { type CoverageAt, coverageAt } from '#server/series/coverage.ts';
import type { BucketRow, SeriesStore, StoredReading } from '#server/series/store.ts';
import type { HistoryRow } from '#shared/contract/readings/history.ts';
import type { FactorColumn, MeasuredType } from '#shared/contract/readings/readings.ts';
import type { Level } from '#shared/domain/buckets.ts';
import { counts, isValid, neededOf } from '#shared/domain/validity.ts';

export interface Question {
  site_ids: readonly number[];
  /** Absent: all factors. */
  fids?: readonly number[];
  data_type: MeasuredType;
  from: string;
  to: string;
  oldest_first?: boolean;
  /** Includes minima and maxima. */
  extremes?: boolean;
  /** The valid flags of each site. */
  counting?: ReadonlyMap<number, ReadonlySet<string>>;
}

/** A value with its metadata; aggregates have their coverage. */
export interface Cell {
  value: number | null;
  min: number | null;
  max: number | null;
  flag: string;
  origin: string;
  counts: boolean;
  coverage?: CoverageAt;
}

/** A stored row, and which of its values are valid. */
export interface Measured {
  row: StoredReading | BucketRow;
  /** Set for aggregates only. */
  sums?: BucketRow;
  /** Minimum number of values, for days and months of water. */
  needed?: number | undefined;
  counts(i: number): boolean;
}

const missing: Cell = { value: null, min: null, max: null, flag: '', origin: '', counts: false };

export function cellOf(measured: Measured, component_id: number): Cell {
  const { row, sums } = measured;
  const i = row.fids.indexOf(component_id);
  if (i < 0) return missing;
  return {
    value: row.avg[i] ?? null,
    min: row.min?.[i] ?? null,
    max: row.max?.[i] ?? null,
    flag: row.flags?.[i] ?? '',
    origin: row.origins?.[i] ?? LIVE,
    counts: measured.counts(i),
    coverage: sums && coverageAt(sums, i),
  };
}

/** Newest first by default. */
export async function measuredPage(
  series: SeriesStore,
  question: Question,
  limit: number,
  offset: number,
): Promise<{ rows: Measured[]; total: number }> {
  const rows = await measuredRows(series, question, { limit, offset });
  // An incomplete page is the last one, so no count is needed.
  const isLast = rows.length < limit && (rows.length > 0 || offset === 0);
  return { rows, total: isLast ? offset + rows.length : await countMeasured(series, question) };
}

export function countMeasured(series: SeriesStore, question: Question): Promise<number> {
  return series.count(askedOf(question));
}

const BATCH = 1000;

/** Newest first by default. */
export async function* allMeasured(series: SeriesStore, question: Question): AsyncGenerator<Measured[]> {
  // A site has one row per time, so the next batch starts right after the last row.
  for (let { from, to } = question; ; ) {
    const rows = await measuredRows(series, { ...question, from, to }, { limit: BATCH });
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    if (question.oldest_first) from = new Date(Date.parse(last.row.ts) + 1).toISOString();
    else to = last.row.ts;
  }
}

async function measuredRows(
  series: SeriesStore,
  question: Question,
  page: { limit: number; offset?: number },
): Promise<Measured[]> {
  const { oldest_first, extremes = false } = question;
  const asked = { ...askedOf(question), newest_first: !oldest_first, extremes, ...page };
  if ('level' in asked)
    return (await series.buckets(asked)).map((row) => new MeasuredBucket(row, asked.level));
  return (await series.range(asked)).map(
    (row) => new MeasuredReading(row, question.counting?.get(row.site_id)),
  );
}

function askedOf({ site_ids, fids, data_type, from, to }: Question) {
  const span = { site_ids, fids, from: new Date(from), to: new Date(to) };
  return data_type === 'realtime' || data_type === 'minute'
    ? { ...span, data_type }
    : { ...span, level: data_type };
}

class MeasuredReading implements Measured {
  readonly row: StoredReading;
  private readonly counting: ReadonlySet<string> | undefined;

  constructor(row: StoredReading, counting: ReadonlySet<string> | undefined) {
    this.row = row;
    this.counting = counting;
  }

  counts(i: number): boolean {
    const { avg, flags, origins } = this.row;
    return (avg[i] ?? null) !== null && counts(flags?.[i] ?? '', origins?.[i] ?? LIVE, this.counting);
  }
}

class MeasuredBucket implements Measured {
  readonly row: BucketRow;
  private readonly level: Level;

  constructor(row: BucketRow, level: Level) {
    this.row = row;
    this.level = level;
  }

  get sums(): BucketRow {
    return this.row;
  }

  get needed(): number | undefined {
    const { water } = this.row;
    return water && neededOf(this.level, { expected: 0, water });
  }

  counts(i: number): boolean {
    return isValid(this.level, coverageAt(this.row, i));
  }
}

const LIVE = 'l';
const NONE = '-';

/** Rows with arrays parallel to the factors. Hot path for a year of hours: allocates nothing for empty parts. */
export function inColumns(
  measured: readonly Measured[],
  factors: readonly Pick<FactorColumn, 'component_id'>[],
  extremes = false,
): HistoryRow[] {
  const shapeOf = remembered((fids: readonly number[]) => shapeIn(fids, factors));
  return measured.map((each) => {
    const { row, sums } = each;
    const { places, isWhole, letters } = shapeOf(row.fids);
    const take = <Value>(list: readonly Value[] | undefined, usual: Value, none: Value) =>
      places.map((i) => (i < 0 ? none : (list?.[i] ?? usual)));
    const values = isWhole ? row.avg : take(row.avg, null, null);
    const shown: HistoryRow = { site_id: row.site_id, ts: row.ts, values, origins: letters(row.origins) };
    if (row.flags) shown.flags = take(row.flags, '', '');
    if (places.some((i) => i >= 0 && row.avg[i] !== null && !each.counts(i))) {
      shown.counts = places.map((i) => i >= 0 && each.counts(i));
    }
    if (sums?.n || sums?.valid || sums?.expected) {
      shown.n = take(sums.n, 1, 0);
      shown.valid = take(sums.valid, 1, 0);
      shown.expected = take(sums.expected, 1, 0);
      const needed = each.needed;
      if (needed !== undefined) shown.needed = needed;
    }
    if (extremes) {
      shown.min = take(row.min, null, null);
      shown.max = take(row.max, null, null);
    }
    return shown;
  });
}

/**
 * The places of the factors in rows with these `fids`. Rows with the same factors share the `fids` array, so it is a
 * cache key.
 */
function shapeIn(fids: readonly number[], factors: readonly Pick<FactorColumn, 'component_id'>[]) {
  const places = factors.map(({ component_id }) => fids.indexOf(component_id));
  return {
    places,
    isWhole: places.length === fids.length && places.every((place, i) => place === i),
    letters: remembered((origins: readonly string[] | undefined) =>
      places.map((i) => (i < 0 ? NONE : (origins?.[i] ?? LIVE))).join(''),
    ),
  };
}

/** Calls `make` once per key. */
export function remembered<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const value = make(key);
    known.set(key, value);
    return value;
  };
}
