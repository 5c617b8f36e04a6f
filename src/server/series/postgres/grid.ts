import type { Db } from '#server/db/pool.ts';
import { join, sql } from '#server/db/sql.ts';
import type { Grid, GridQuestion, MeansQuestion } from '#server/series/store.ts';
import { DAY_MS, HOUR_MS } from '#shared/domain/time-units.ts';
import { EPOCH_MS } from './packed.ts';
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
    const records = new Records(await recordsOf(db, config, some), fids.length);
    for (let row = 0; row < records.count; row++) {
      const step = Math.round((records.time(row) - from.getTime()) / STEP_MS[level]);
      const cell = (placeOf.get(records.site(row)) ?? 0) * steps + step;
      for (let i = 0; i < columns.length; i++) (columns[i] as Float32Array)[cell] = records.value(row, i);
    }
  }
  return { steps, columns };
}

/**
 * One record of fixed length per row, in any order: sorting or grouping would take longer than reading. Arrays
 * (`packed.ts`) would have a length before each element, and take the server three times as long to read.
 */
async function recordsOf(db: Db, config: Needs, question: GridQuestion): Promise<string | null | undefined> {
  const { level, fids } = question;
  const value = question.doubtful ? marked : counted;
  const { head, rows } = await selected(config, { ...question, kind: level, counting: new Map() }, [value]);
  const values = fids.map((_, i) => sql`float4send(coalesce(${value(i)}, 'NaN'))`);
  const record = sql`timestamptz_send(ts) || int4send(site_id) || ${join(values, sql` || `)}`;
  const packed = await db.one<{ records: string | null }>(sql`
    ${head}
    select encode(string_agg(${record}, ''::bytea), 'base64') as records from ${rows}`);
  return packed?.records;
}

const TIME = 8;
const SITE = 4;
const VALUE = 4;

class Records {
  readonly count: number;
  private readonly view: DataView;
  private readonly length: number;

  constructor(text: string | null | undefined, values: number) {
    const bytes = Buffer.from(text ?? '', 'base64');
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.length = TIME + SITE + values * VALUE;
    this.count = bytes.length / this.length;
  }

  /** In milliseconds. In two halves, because a 64-bit integer would become a BigInt first. */
  time(row: number): number {
    const at = row * this.length;
    return (this.view.getInt32(at) * 2 ** 32 + this.view.getUint32(at + 4)) / 1000 + EPOCH_MS;
  }

  site(row: number): number {
    return this.view.getInt32(row * this.length + TIME);
  }

  value(row: number, i: number): number {
    return this.view.getFloat32(row * this.length + TIME + SITE + i * VALUE);
  }
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
