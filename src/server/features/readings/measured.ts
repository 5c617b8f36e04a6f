import type { BucketRow, SeriesStore, StoredReading } from '#server/series/store.ts';
import type { FactorColumn, MeasuredRow, MeasuredType } from '#shared/contract/readings.ts';
import type { Level } from '#shared/domain/buckets.ts';
import { counts, isValid } from '#shared/domain/validity.ts';

/** What sites measured, of one kind, in a time. */
export interface Question {
  site_ids: readonly number[];
  /** Only these factors; absent means all. */
  fids?: readonly number[];
  data_type: MeasuredType;
  from: string;
  to: string;
  oldest_first?: boolean;
  /** Flags that count at each site. */
  counting?: ReadonlyMap<number, ReadonlySet<string>>;
}

/** One value with what is known of it; one that is summed up also says what it rests on. */
export interface Cell {
  value: number | null;
  min: number | null;
  max: number | null;
  flag: string;
  origin: string;
  counts: boolean;
  coverage?: { n: number; valid: number; expected: number };
}

export interface Measured {
  site_id: number;
  ts: string;
  fids: number[];
  cell(i: number): Cell;
}

const missing: Cell = { value: null, min: null, max: null, flag: '', origin: '', counts: false };

export function cellOf({ fids, cell }: Measured, component_id: number): Cell {
  const i = fids.indexOf(component_id);
  return i < 0 ? missing : cell(i);
}

/** A page of it, newest first unless asked otherwise. */
export async function measuredPage(
  series: SeriesStore,
  question: Question,
  limit: number,
  offset: number,
): Promise<{ rows: Measured[]; total: number }> {
  const [rows, total] = await Promise.all([
    measuredRows(series, question, { limit, offset }),
    countMeasured(series, question),
  ]);
  return { rows, total };
}

export function countMeasured(series: SeriesStore, question: Question): Promise<number> {
  return series.count(askedOf(question));
}

const BATCH = 1000;

/** All that one site measured, newest first unless asked otherwise. */
export async function* allMeasured(series: SeriesStore, question: Question): AsyncGenerator<Measured[]> {
  // A site has one row at a time: the next batch begins where this one ends.
  for (let { from, to } = question; ; ) {
    const rows = await measuredRows(series, { ...question, from, to }, { limit: BATCH });
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    if (question.oldest_first) from = new Date(Date.parse(last.ts) + 1).toISOString();
    else to = last.ts;
  }
}

async function measuredRows(
  series: SeriesStore,
  question: Question,
  page: { limit: number; offset?: number },
): Promise<Measured[]> {
  const asked = { ...askedOf(question), newest_first: !question.oldest_first, ...page };
  if ('level' in asked) return (await series.buckets(asked)).map((row) => ofBucket(row, asked.level));
  return (await series.range(asked)).map((row) => ofReading(row, question.counting?.get(row.site_id)));
}

function askedOf({ site_ids, fids, data_type, from, to }: Question) {
  const span = { site_ids, fids, from: new Date(from), to: new Date(to) };
  return data_type === 'realtime' || data_type === 'minute'
    ? { ...span, data_type }
    : { ...span, level: data_type };
}

function ofReading(
  { site_id, ts, fids, avg, min, max, flags, origins }: StoredReading,
  counting: ReadonlySet<string> | undefined,
): Measured {
  const cell = (i: number): Cell => {
    const [flag, origin] = [flags?.[i] ?? '', origins?.[i] ?? 'l'];
    const value = avg[i] ?? null;
    return {
      value,
      min: min?.[i] ?? null,
      max: max?.[i] ?? null,
      flag,
      origin,
      counts: value !== null && counts(flag, origin, counting),
    };
  };
  return { site_id, ts, fids, cell };
}

function ofBucket(
  { site_id, ts, fids, avg, min, max, flags, origins, ...sums }: BucketRow,
  level: Level,
): Measured {
  const cell = (i: number): Cell => {
    // A value that was said of the whole period has one where one was expected.
    const coverage = { n: sums.n[i] ?? 0, valid: sums.valid[i] ?? 0, expected: sums.expected[i] ?? 1 };
    const [flag, origin] = [flags?.[i] ?? '', origins[i] ?? ''];
    // Written out: spreading objects for each of a year's values would cost more than reading them.
    return {
      value: avg[i] ?? null,
      min: min?.[i] ?? null,
      max: max?.[i] ?? null,
      flag,
      origin,
      counts: isValid(level, coverage),
      coverage,
    };
  };
  return { site_id, ts, fids, cell };
}

/** A row whose arrays run parallel to these factors. */
export function inColumns(
  row: Measured,
  factors: readonly Pick<FactorColumn, 'component_id'>[],
): MeasuredRow {
  const cells = factors.map(({ component_id }) => cellOf(row, component_id));
  return {
    ts: row.ts,
    values: cells.map(({ value }) => value),
    flags: cells.map(({ flag }) => flag),
    origins: cells.map(({ origin }) => origin),
    counts: cells.map(({ counts }) => counts),
    ...(cells.some(({ coverage }) => coverage) ? coverageOf(cells) : {}),
  };
}

function coverageOf(cells: readonly Cell[]): Pick<MeasuredRow, 'n' | 'valid' | 'expected'> {
  return {
    n: cells.map(({ coverage }) => coverage?.n ?? 0),
    valid: cells.map(({ coverage }) => coverage?.valid ?? 0),
    expected: cells.map(({ coverage }) => coverage?.expected ?? 0),
  };
}
