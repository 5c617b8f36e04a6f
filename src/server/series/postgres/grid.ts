import type { Db } from '#server/db/pool.ts';
import { join, sql } from '#server/db/sql.ts';
import type { Grid, GridQuestion } from '#server/series/store.ts';
import { counted, selected } from './selection.ts';

interface Row {
  site_id: number;
  /** The hours that there are, counted from the first, and the values of each factor in them. */
  at: string;
  values: string;
}

const HOUR_MS = 3_600_000;

/** So many sites at a time: the sums of more would not fit into the database's memory, and others want to be answered. */
const AT_ONCE = 2000;

export async function grid(db: Db, question: GridQuestion): Promise<Grid> {
  const { site_ids, fids, from, to } = question;
  const hours = Math.ceil((to.getTime() - from.getTime()) / HOUR_MS);
  const columns = fids.map(() => new Float32Array(site_ids.length * hours).fill(Number.NaN));
  const placeOf = new Map(site_ids.map((site_id, place) => [site_id, place]));
  for (let first = 0; first < site_ids.length; first += AT_ONCE) {
    const some = { ...question, site_ids: site_ids.slice(first, first + AT_ONCE) };
    for (const { site_id, at, values } of await hoursOf(db, some)) {
      const begin = (placeOf.get(site_id) ?? 0) * hours;
      const places = at.split(',').map((hour) => begin + Number(hour));
      for (const [i, texts] of values.split(';').entries()) fill(columns[i], places, texts.split(','));
    }
  }
  return { hours, columns };
}

/** Each site's hours travel together: a row for each of them would take longer to read than to find. */
function hoursOf(db: Db, question: GridQuestion): Promise<Row[]> {
  const { head, rows } = selected({ ...question, kind: 'hour', counting: new Map() });
  const hour = sql`((date_part('epoch', ts) - ${question.from.getTime() / 1000}::float8) / 3600)::integer`;
  const values = question.fids.map((_, i) => sql`string_agg(coalesce(${counted(i)}::text, ''), ',')`);
  return db.rows<Row>(sql`
    ${head}
    select site_id, string_agg(${hour}::text, ',') as at, concat_ws(';', ${join(values)}) as values
      from ${rows}
     group by site_id`);
}

function fill(column: Float32Array | undefined, places: readonly number[], texts: readonly string[]): void {
  for (let i = 0; column && i < places.length; i++) {
    const text = texts[i];
    if (text) column[places[i] as number] = Number(text);
  }
}
