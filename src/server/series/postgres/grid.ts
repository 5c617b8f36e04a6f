import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import type { Grid, GridQuestion } from '#server/series/store.ts';
import { PackedReader, packing, unpackColumn } from './packed.ts';
import { counted, selected } from './selection.ts';

interface Packed {
  sites: string | null;
  /** Counted from the first. */
  hours: string | null;
  values: string | null;
}

const HOUR_MS = 3_600_000;

/** So many sites at a time: others want to be answered between. */
const AT_ONCE = 2000;

export async function grid(db: Db, question: GridQuestion): Promise<Grid> {
  const { site_ids, fids, from, to } = question;
  const hours = Math.ceil((to.getTime() - from.getTime()) / HOUR_MS);
  const columns = fids.map(() => new Float32Array(site_ids.length * hours).fill(Number.NaN));
  const placeOf = new Map(site_ids.map((site_id, place) => [site_id, place]));
  for (let first = 0; first < site_ids.length; first += AT_ONCE) {
    const packed = await hoursOf(db, { ...question, site_ids: site_ids.slice(first, first + AT_ONCE) });
    const at = unpackColumn(packed?.hours);
    const places = unpackColumn(packed?.sites).map(
      (site_id, row) => (placeOf.get(site_id) ?? 0) * hours + (at[row] ?? 0),
    );
    const reader = new PackedReader(packed?.values);
    for (const column of columns) fill(column, places, reader.next() ?? []);
  }
  return { hours, columns };
}

/** Column by column, in no order: to sort or group them would take longer than to find them. */
function hoursOf(db: Db, question: GridQuestion): Promise<Packed | undefined> {
  const { head, rows } = selected({ ...question, kind: 'hour', counting: new Map() }, [counted]);
  const hour = sql`((date_part('epoch', ts) - ${question.from.getTime() / 1000}::float8) / 3600)::integer`;
  const { column, columns } = packing();
  return db.one<Packed>(sql`
    ${head}
    select ${column(sql`site_id`)} as sites, ${column(hour)} as hours,
           ${columns(question.fids.map((_, i) => counted(i)))} as values
      from ${rows}`);
}

function fill(column: Float32Array, places: readonly number[], values: readonly (number | null)[]): void {
  for (let i = 0; i < places.length; i++) column[places[i] as number] = values[i] ?? Number.NaN;
}
