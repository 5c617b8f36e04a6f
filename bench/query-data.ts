import type { Db } from '#server/db/pool.ts';
import { identifier, sql } from '#server/db/sql.ts';
import { Partitions } from '#server/series/postgres/partitions.ts';
import { DAY_MS, HOUR_MS } from '#shared/domain/time-units.ts';

const FACTORS = 10;
const MINUTE_DAYS = 3;
/** The first site has minute data of more days and more factors. */
const WIDE_FACTORS = 20;
export const WIDE_DAYS = 92;
/** In days ago. */
const LAST_YEAR = { from: 400, to: 360 };

/** The filled network, for the queries. */
export interface Network {
  /** The first one has months of minute data. */
  site_ids: number[];
  fids: number[];
  /** The factors of the first site. */
  wide_fids: number[];
  /** A mobile station in addition. */
  mobile_id: number;
  /** End of the data: the last full hour. */
  to: Date;
  before(days: number): Date;
}

/** Air stations with data: hours, minutes of the last days, and for one station months of minutes. */
export async function fillNetwork(
  db: Db,
  { sites, days }: { sites: number; days: number },
): Promise<Network> {
  const to = new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS);
  const before = (count: number) => new Date(to.getTime() - count * DAY_MS);
  const wide_fids = await usualFactors(db, WIDE_FACTORS);
  const fids = wide_fids.slice(0, FACTORS);
  const site_ids = await addSites(db, sites, fids);
  const [first = 0, ...others] = site_ids;
  const spans = [{ from: before(days), to }];
  // A comparison also reads the same days of last year, so both networks need them.
  if (days < LAST_YEAR.to) spans.push({ from: before(LAST_YEAR.from), to: before(LAST_YEAR.to) });
  for (const span of spans)
    await addReadings(db, { table: 'reading_hour', step: '1 hour', site_ids, fids, ...span });
  const minutes = { table: 'reading_minute', step: '1 minute', to };
  await addReadings(db, { ...minutes, site_ids: others, fids, from: before(MINUTE_DAYS) });
  const wideDays = Math.min(days, WIDE_DAYS);
  await addReadings(db, { ...minutes, site_ids: [first], fids: wide_fids, from: before(wideDays) });
  const mobile_id = await addMobile(db, fids.slice(0, 4), before(Math.min(days, MINUTE_DAYS)), to);
  await addLatest(db, site_ids, fids, to);
  for (const span of spans) await summedUp(db, site_ids, span.from, span.to);
  return { site_ids, fids, wide_fids, mobile_id, to, before };
}

/** In the order in which they were added to the platform: the usual pollutants and some more. */
async function usualFactors(db: Db, count: number): Promise<number[]> {
  const factors = await db.rows<{ fid: number }>(sql`
    select component_id as fid from component where derived_from is null order by component_id limit ${count}`);
  return factors.map(({ fid }) => fid);
}

/** Its values include its positions. */
async function addMobile(db: Db, fids: readonly number[], from: Date, to: Date): Promise<number> {
  const place = await db.rows<{ fid: number }>(sql`
    select component_id as fid from component where component_key in ('longitude', 'latitude') order by component_id`);
  const measured = [...fids, ...place.map(({ fid }) => fid)];
  const row = await db.one<{ site_id: number }>(sql`
    insert into site (mn, site_name, site_type, agreement_id)
    values ('QUERYVAN', '走航车', 'mobile', (select min(agreement_id) from agreement)) returning site_id`);
  const site_id = row?.site_id ?? 0;
  await addReadings(db, {
    ...{ table: 'reading_minute', step: '1 minute', site_ids: [site_id] },
    fids: measured,
    from,
    to,
  });
  return site_id;
}

async function addSites(db: Db, count: number, fids: readonly number[]): Promise<number[]> {
  const sites = await db.rows<{ site_id: number }>(sql`
    with added as (
      insert into site (mn, site_name, agreement_id)
      select 'QUERY' || n, '站点' || n, (select min(agreement_id) from agreement) from generate_series(1, ${count}) n
      returning site_id
    ), measured as (
      insert into device_factor (site_id, component_id) select site_id, fid from added, unnest(${fids}::smallint[]) fid
    )
    select site_id from added order by site_id`);
  return sites.map(({ site_id }) => site_id);
}

interface Readings {
  table: string;
  step: string;
  site_ids: number[];
  fids: number[];
  from: Date;
  to: Date;
}

/** Values with one decimal, as devices send them, with minimum and maximum. */
async function addReadings(db: Db, { table, step, site_ids, fids, from, to }: Readings): Promise<void> {
  const partitions = new Partitions(db);
  for (let at = from.getTime(); at < to.getTime() + 28 * DAY_MS; at += 28 * DAY_MS)
    await partitions.ensureMonth(table, new Date(Math.min(at, to.getTime())));
  await db.run(sql`
    with shape as (
      select k, array_agg(v) as avg, array_agg(v - 0.5::real) as min, array_agg(v + 0.5::real) as max
        from generate_series(0, 96) k, generate_series(1, ${fids.length}),
             lateral (select (5 + random() * 90 + k * 0)::numeric(5, 1)::real as v) value
       group by k
    )
    insert into ${identifier(table)} (ts, site_id, set_id, avg, min, max)
    select ts, site_id, (select factor_set_of(${fids}::smallint[])), avg, min, max
      from unnest(${site_ids}::integer[]) site_id
      cross join generate_series(${from}::timestamptz, ${to}::timestamptz - interval '1 second', ${step}::interval) ts
      join shape on k = (extract(epoch from ts)::bigint / 60 + site_id * 7) % 97`);
  await db.run(sql`vacuum analyze ${identifier(table)}`);
}

function addLatest(db: Db, site_ids: number[], fids: number[], to: Date): Promise<number> {
  return db.run(sql`
    insert into latest_reading (site_id, data_type, ts, set_id, avg, received_at)
    select site_id, 'realtime', ${to}, factor_set_of(${fids}::smallint[]),
           array(select (random() * 100)::numeric(5, 1)::real from unnest(${fids}::smallint[])), ${to}
      from unnest(${site_ids}::integer[]) site_id`);
}

/** Hours, days and months are aggregated by the product's own job. */
async function summedUp(db: Db, site_ids: number[], from: Date, to: Date): Promise<void> {
  await db.run(sql`
    insert into dirty_bucket (level, site_id, bucket)
    select 'hour', site_id, ts
      from unnest(${site_ids}::integer[]) site_id,
           generate_series(${from}::timestamptz, ${to}::timestamptz - interval '1 second', interval '1 hour') ts`);
  const isLeft = async () => {
    const row = await db.one<{ some: boolean }>(
      sql`select exists (select from dirty_bucket) or exists (select from rollup_work) as some`,
    );
    return row?.some ?? false;
  };
  while (await isLeft()) await new Promise((resolve) => setTimeout(resolve, 200));
  for (const level of ['hour', 'day', 'month']) {
    await db.run(sql`vacuum analyze ${identifier(`rollup_${level}`)}`);
  }
}
