import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import type { Grid, GridQuestion, MeansQuestion } from '#server/series/store.ts';
import { DAY_MS, HOUR_MS } from '#shared/domain/time-units.ts';
import { PackedReader, packing, unpackColumn } from './packed.ts';
import { counted, marked, type Needs, selected } from './selection.ts';

interface Packed {
  /** Site and step in one number: a column less to pack, send and read. */
  cells: string | null;
  values: string | null;
}

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
    const packed = await cellsOf(db, config, some, steps);
    const places = unpackColumn(packed?.cells);
    for (const [row, cell] of places.entries()) {
      const step = cell % steps;
      places[row] = (placeOf.get((cell - step) / steps) ?? 0) * steps + step;
    }
    const reader = new PackedReader(packed?.values);
    for (const column of columns) fill(column, places, reader.next() ?? []);
  }
  return { steps, columns };
}

/** Unordered columns: sorting or grouping would take longer than reading. */
async function cellsOf(
  db: Db,
  config: Needs,
  question: GridQuestion,
  steps: number,
): Promise<Packed | undefined> {
  const { level, from, fids } = question;
  const value = question.doubtful ? marked : counted;
  const { head, rows } = await selected(config, { ...question, kind: level, counting: new Map() }, [value]);
  const [start, seconds] = [from.getTime() / 1000, STEP_MS[level] / 1000];
  const step = sql`round((date_part('epoch', ts) - ${start}::float8) / ${seconds}::float8)`;
  const { column, columns } = packing();
  return db.one<Packed>(sql`
    ${head}
    select ${column(sql`site_id * ${steps}::float8 + ${step}`)} as cells,
           ${columns(fids.map((_, i) => value(i)))} as values
      from ${rows}`);
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

function fill(column: Float32Array, places: readonly number[], values: readonly (number | null)[]): void {
  for (let i = 0; i < places.length; i++) column[places[i] as number] = values[i] ?? Number.NaN;
}
