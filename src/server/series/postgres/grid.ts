import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import type { Grid, GridQuestion } from '#server/series/store.ts';
import { DAY_MS, HOUR_MS } from '#shared/domain/time-units.ts';
import { PackedReader, packing, unpackColumn } from './packed.ts';
import { counted, marked, type Needs, selected } from './selection.ts';

interface Packed {
  sites: string | null;
  /** Step number, counted from the start of the question. */
  steps: string | null;
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
    const packed = await stepsOf(db, config, {
      ...question,
      site_ids: site_ids.slice(first, first + AT_ONCE),
    });
    const at = unpackColumn(packed?.steps);
    const places = unpackColumn(packed?.sites).map(
      (site_id, row) => (placeOf.get(site_id) ?? 0) * steps + (at[row] ?? 0),
    );
    const reader = new PackedReader(packed?.values);
    for (const column of columns) fill(column, places, reader.next() ?? []);
  }
  return { steps, columns };
}

/** Unordered columns: sorting or grouping would take longer than reading. */
async function stepsOf(db: Db, config: Needs, question: GridQuestion): Promise<Packed | undefined> {
  const { level, from, fids } = question;
  const value = question.doubtful ? marked : counted;
  const { head, rows } = await selected(config, { ...question, kind: level, counting: new Map() }, [value]);
  const [start, seconds] = [from.getTime() / 1000, STEP_MS[level] / 1000];
  const step = sql`((date_part('epoch', ts) - ${start}::float8) / ${seconds}::float8)::integer`;
  const { column, columns } = packing();
  return db.one<Packed>(sql`
    ${head}
    select ${column(sql`site_id`)} as sites, ${column(step)} as steps,
           ${columns(fids.map((_, i) => value(i)))} as values
      from ${rows}`);
}

function fill(column: Float32Array, places: readonly number[], values: readonly (number | null)[]): void {
  for (let i = 0; i < places.length; i++) column[places[i] as number] = values[i] ?? Number.NaN;
}
