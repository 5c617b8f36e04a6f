import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import type { Grid, GridQuestion, MeansQuestion } from '#server/series/store.ts';
import { DAY_MS, HOUR_MS } from '#shared/domain/time-units.ts';
import { packedRecords, Records, sentInteger, sentReal, sentTime, sizes } from './packed.ts';
import { counted, marked, type Needs, selected } from './selection.ts';

const STEP_MS = { hour: HOUR_MS, day: DAY_MS };

/** Sites per query, so that other queries get their turn in between. */
const AT_ONCE = 2000;

export async function grid(db: Db, config: Needs, question: GridQuestion): Promise<Grid> {
  const { level, site_ids, fids, from, to } = question;
  const length = (to.getTime() - from.getTime()) / STEP_MS[level];
  // Whole days; a day may have 23 or 25 hours.
  const steps = level === 'day' ? Math.round(length) : Math.ceil(length);
  const columns = fids.map(() => new Float32Array(site_ids.length * steps).fill(Number.NaN));
  const placeOf = new Map(site_ids.map((site_id, place) => [site_id, place]));
  for (let first = 0; first < site_ids.length; first += AT_ONCE) {
    const some = { ...question, site_ids: site_ids.slice(first, first + AT_ONCE) };
    const records = new Records(await recordsOf(db, config, some), FIRST_VALUE + fids.length * sizes.real);
    for (let row = 0; row < records.count; row++) {
      const step = Math.round((records.time(row, TIME) - from.getTime()) / STEP_MS[level]);
      const cell = (placeOf.get(records.integer(row, SITE)) ?? 0) * steps + step;
      for (let i = 0; i < columns.length; i++)
        (columns[i] as Float32Array)[cell] = records.real(row, FIRST_VALUE + i * sizes.real);
    }
  }
  return { steps, columns };
}

/** Positions in a record. */
const [TIME, SITE, FIRST_VALUE] = [0, sizes.time, sizes.time + sizes.integer];

/** In any order: sorting or grouping would take longer than reading. */
async function recordsOf(db: Db, config: Needs, question: GridQuestion): Promise<string | null | undefined> {
  const { level, fids } = question;
  const value = question.doubtful ? marked : counted;
  const { head, rows } = await selected(config, { ...question, kind: level, counting: new Map() }, [value]);
  const values = fids.map((_, i) => sentReal(sql`coalesce(${value(i)}, 'NaN')`));
  const packed = await db.one<{ records: string | null }>(sql`
    ${head}
    select ${packedRecords([sentTime(sql`ts`), sentInteger(sql`site_id`), ...values])} as records from ${rows}`);
  return packed?.records;
}

/** Summed by the database: reading the values would take longer. */
export async function means(db: Db, config: Needs, question: MeansQuestion): Promise<(number | null)[]> {
  const { level, fid, site_ids } = question;
  const selection = { ...question, kind: level, fids: [fid], counting: new Map() };
  const { head, rows } = await selected(config, selection, [counted]);
  const found = await db.rows<{ site_id: number; mean: number | null }>(sql`
    ${head}
    select site_id, avg(${counted(0)}) as mean from ${rows} group by site_id`);
  const meanOf = new Map(found.map(({ site_id, mean }) => [site_id, mean]));
  return site_ids.map((site_id) => meanOf.get(site_id) ?? null);
}
