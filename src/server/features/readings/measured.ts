import type { BucketRow, SeriesStore, StoredReading } from '#server/series/store.ts';
import type { MeasuredType } from '#shared/contract/readings.ts';
import type { Level } from '#shared/domain/buckets.ts';
import { counts, isValid } from '#shared/domain/validity.ts';

/** What one site measured, of one kind, in a time. */
export interface Question {
  site_id: number;
  data_type: MeasuredType;
  from: string;
  to: string;
  /** Flags that count at the site. */
  counting?: ReadonlySet<string>;
}

/** One value with what is known of it; one that is summed up also says what it rests on. */
export interface Cell {
  value: number | null;
  flag: string;
  origin: string;
  counts: boolean;
  coverage?: { n: number; valid: number; expected: number };
}

export interface Measured {
  ts: string;
  fids: number[];
  cell(i: number): Cell;
}

const missing: Cell = { value: null, flag: '', origin: '', counts: false };

export function cellOf({ fids, cell }: Measured, component_id: number): Cell {
  const i = fids.indexOf(component_id);
  return i < 0 ? missing : cell(i);
}

/** A page of it, newest first. */
export async function measuredPage(
  series: SeriesStore,
  question: Question,
  limit: number,
  offset: number,
): Promise<{ rows: Measured[]; total: number }> {
  const asked = askedOf(question);
  if ('level' in asked) {
    const all = await newestBuckets(series, asked);
    return { rows: all.slice(offset, offset + limit), total: all.length };
  }
  const [rows, total] = await Promise.all([
    series.range({ ...asked, newest_first: true, limit, offset }),
    series.count(asked),
  ]);
  return { rows: rows.map((row) => ofReading(row, question.counting)), total };
}

export async function countMeasured(series: SeriesStore, question: Question): Promise<number> {
  const asked = askedOf(question);
  return 'level' in asked ? (await series.buckets(asked)).length : series.count(asked);
}

const BATCH = 1000;

/** All of it, newest first. */
export async function* allMeasured(series: SeriesStore, question: Question): AsyncGenerator<Measured[]> {
  const asked = askedOf(question);
  if ('level' in asked) {
    const all = await newestBuckets(series, asked);
    for (let i = 0; i < all.length; i += BATCH) yield all.slice(i, i + BATCH);
    return;
  }
  // A site has one row at a time: the next batch begins where this one ends.
  for (let { to } = asked; ; ) {
    const rows = await series.range({ ...asked, to, newest_first: true, limit: BATCH });
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map((row) => ofReading(row, question.counting));
    to = new Date(last.ts);
  }
}

function askedOf({ site_id, data_type, from, to }: Question) {
  const span = { site_ids: [site_id], from: new Date(from), to: new Date(to) };
  return data_type === 'realtime' || data_type === 'minute'
    ? { ...span, data_type }
    : { ...span, level: data_type };
}

/** Ten years of one site's hours are fewer than a hundred thousand rows: all are read at once. */
async function newestBuckets(
  series: SeriesStore,
  asked: Parameters<SeriesStore['buckets']>[0],
): Promise<Measured[]> {
  const rows = await series.buckets(asked);
  return rows.reverse().map((row) => ofBucket(row, asked.level));
}

function ofReading(
  { ts, fids, avg, flags, origins }: StoredReading,
  counting: ReadonlySet<string> | undefined,
): Measured {
  const cell = (i: number): Cell => {
    const [flag, origin] = [flags?.[i] ?? '', origins?.[i] ?? 'l'];
    const value = avg[i] ?? null;
    return { value, flag, origin, counts: value !== null && counts(flag, origin, counting) };
  };
  return { ts, fids, cell };
}

function ofBucket({ ts, fids, avg, flags, origins, ...sums }: BucketRow, level: Level): Measured {
  const cell = (i: number): Cell => {
    // A value that was said of the whole period has one where one was expected.
    const coverage = { n: sums.n[i] ?? 0, valid: sums.valid[i] ?? 0, expected: sums.expected[i] ?? 1 };
    const [flag, origin] = [flags?.[i] ?? '', origins[i] ?? ''];
    return { value: avg[i] ?? null, flag, origin, counts: isValid(level, coverage), coverage };
  };
  return { ts, fids, cell };
}
