import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { handlers } from '#server/http/handlers.ts';
import { namedSites } from '#server/scope.ts';
import type { BucketRow, SeriesStore, StoredReading } from '#server/series/store.ts';
import type { ParsedOf } from '#shared/contract/define.ts';
import { type FactorColumn, type MeasuredRow, readings } from '#shared/contract/readings.ts';
import { counts, isValid } from '#shared/domain/validity.ts';
import { Fault } from '#shared/faults.ts';

type Question = ParsedOf<typeof readings.ofSite>;

/** One value with what is known of it. */
type Cell = (i: number) => { value: number | null; flag: string; origin: string; counts: boolean };

interface Measured {
  ts: string;
  fids: number[];
  cell: Cell;
}

export const readingRoutes = handlers(readings, {
  ofSite: async (ctx, question) => {
    const { site_id, from, to } = question;
    if (new Date(from) > new Date(to)) throw new Fault('start_after_end');
    await namedSites(ctx, { site_ids: [site_id] });
    const { rows, total } = await page(ctx.series, question);
    const factors = await factorsOf(ctx.db, site_id, new Set(rows.flatMap(({ fids }) => fids)));
    return { factors, data_info: rows.map((row) => inColumns(row, factors)), total };
  },
});

async function page(
  series: SeriesStore,
  { site_id, data_type, from, to, page_index, page_size }: Question,
): Promise<{ rows: Measured[]; total: number }> {
  const span = { site_ids: [site_id], from: new Date(from), to: new Date(to) };
  const offset = (page_index - 1) * page_size;
  if (data_type === 'hour' || data_type === 'day') {
    // Ten years of one site's hours are fewer than a hundred thousand rows: all are read, one page is shown.
    const all = await series.buckets({ ...span, level: data_type });
    const shown = all.reverse().slice(offset, offset + page_size);
    return { rows: shown.map((bucket) => ofBucket(bucket, data_type)), total: all.length };
  }
  const question = { ...span, data_type };
  const [rows, total] = await Promise.all([
    series.range({ ...question, newest_first: true, limit: page_size, offset }),
    series.count(question),
  ]);
  return { rows: rows.map(ofReading), total };
}

function ofReading({ ts, fids, avg, flags, origins }: StoredReading): Measured {
  const cell: Cell = (i) => {
    const [flag, origin] = [flags?.[i] ?? '', origins?.[i] ?? 'l'];
    const value = avg[i] ?? null;
    return { value, flag, origin, counts: value !== null && counts(flag, origin) };
  };
  return { ts, fids, cell };
}

function ofBucket(bucket: BucketRow, level: 'hour' | 'day'): Measured {
  const { ts, fids, avg, flags, origins, valid, expected } = bucket;
  const cell: Cell = (i) => ({
    value: avg[i] ?? null,
    flag: flags?.[i] ?? '',
    origin: origins[i] ?? '',
    // A value that was said of the whole period has one where one was expected.
    counts: isValid(level, { valid: valid[i] ?? 0, expected: expected[i] ?? 1 }),
  });
  return { ts, fids, cell };
}

function inColumns({ ts, fids, cell }: Measured, factors: readonly FactorColumn[]): MeasuredRow {
  const missing = { value: null, flag: '', origin: '', counts: false };
  const cells = factors.map(({ component_id }) => {
    const i = fids.indexOf(component_id);
    return i < 0 ? missing : cell(i);
  });
  return {
    ts,
    values: cells.map(({ value }) => value),
    flags: cells.map(({ flag }) => flag),
    origins: cells.map(({ origin }) => origin),
    counts: cells.map((one) => one.counts),
  };
}

/** The factors that a site is set up with, then those that came all the same. */
function factorsOf(db: Db, site_id: number, came: ReadonlySet<number>): Promise<FactorColumn[]> {
  return db.rows<FactorColumn>(sql`
    select c.component_id, c.component_name, c.component_name_en, c.formula, c.unit,
           coalesce(d.decimals, c.decimals) as decimals
      from component c left join device_factor d on d.component_id = c.component_id and d.site_id = ${site_id}
     where d.site_id is not null or c.component_id = any(${[...came]})
     order by d.sort nulls last, c.sort, c.component_id`);
}
