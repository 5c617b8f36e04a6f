import { bytesColumn, plainColumn } from '#server/db/arrays.ts';
import { isUnavailable } from '#server/db/errors.ts';
import type { Db } from '#server/db/pool.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Span } from '#server/series/store.ts';
import { DAY_MS, HOUR_MS } from '#shared/domain/time-units.ts';

/** Numbers of consecutive blocks of 600 hours, from 1970. */
export interface Blocks {
  first: number;
  count: number;
}

export const BLOCK_HOURS = 600;
const BLOCK_MS = BLOCK_HOURS * HOUR_MS;
const BYTES = BLOCK_HOURS * Float32Array.BYTES_PER_ELEMENT;

/** Hours change for some time after they end; changes of the last day are not counted by the database. */
const SETTLED_MS = 2 * DAY_MS;
/** Blocks of one factor; below that, reading the rows takes no longer. */
const WORTH_BLOCKS = 100;

/** The settled blocks within a span, if copying them is worth it. Blocks begin at whole hours of UTC. */
export function blocksIn({ site_ids, from, to }: Span): Blocks | undefined {
  if (from.getTime() % HOUR_MS !== 0) return undefined;
  const first = Math.ceil(from.getTime() / BLOCK_MS);
  const until = Math.min(to.getTime(), Date.now() - SETTLED_MS);
  const count = Math.floor(until / BLOCK_MS) - first;
  return count * site_ids.length >= WORTH_BLOCKS ? { first, count } : undefined;
}

/** The time of these blocks. */
export function spanOf({ first, count }: Blocks): { from: Date; to: Date } {
  return { from: new Date(first * BLOCK_MS), to: new Date((first + count) * BLOCK_MS) };
}

/** Hours of one block of a site and factor; empty if it has none. */
export interface HourBlock {
  site_id: number;
  fid: number;
  block: number;
  hours: Uint8Array;
}

/** The copies of these blocks that are up to date. */
export function readBlocks(
  db: Db,
  { site_ids, fids }: Span & { fids: readonly number[] },
  { first, count }: Blocks,
): Promise<HourBlock[]> {
  return db.rows<HourBlock>(sql`
    select b.site_id, b.fid, b.block, b.hours
      from hour_block b left join hour_block_touch t using (site_id, block)
     where b.site_id = any(${site_ids}) and b.fid = any(${fids}::smallint[])
       and b.block >= ${first} and b.block < ${first + count} and b.touched = coalesce(t.touched, 0)`);
}

/**
 * Times that these blocks were changed, as text: to be read in the statement that reads their hours, so that both are of
 * the same moment.
 */
export function touchesOf(site_ids: readonly number[], { first, count }: Blocks): Sql {
  return sql`(select json_object_agg(site_id || ' ' || block, touched) from hour_block_touch
               where site_id = any(${site_ids}) and block >= ${first} and block < ${first + count})`;
}

export type Touches = Readonly<Record<string, number>>;

/** Keeps copies for the next question. A database that only reads does without. */
export async function keepBlocks(db: Db, blocks: readonly HourBlock[], touches: Touches): Promise<void> {
  if (blocks.length === 0) return;
  const touched = ({ site_id, block }: HourBlock) => touches[`${site_id} ${block}`] ?? 0;
  try {
    await db.run(sql`
      insert into hour_block as b (site_id, fid, block, touched, hours)
      select * from unnest(${plainColumn(blocks, ({ site_id }) => site_id)}::integer[],
                           ${plainColumn(blocks, ({ fid }) => fid)}::smallint[],
                           ${plainColumn(blocks, ({ block }) => block)}::integer[],
                           ${plainColumn(blocks, touched)}::bigint[],
                           ${bytesColumn(blocks, ({ hours }) => hours)}::bytea[])
               order by 1, 2, 3
          on conflict (site_id, fid, block) do update set touched = excluded.touched, hours = excluded.hours
             where b.touched < excluded.touched`);
  } catch (error) {
    if (!isUnavailable(error)) throw error;
  }
}

/** Copies a block into a column, or out of it. */
export function putHours(column: Float32Array, cell: number, hours: Uint8Array): void {
  bytesOf(column, cell).set(hours);
}

export function takeHours(column: Float32Array, cell: number): Uint8Array {
  const hours = column.subarray(cell, cell + BLOCK_HOURS);
  return hours.every(Number.isNaN) ? new Uint8Array() : bytesOf(column, cell);
}

const bytesOf = (column: Float32Array, cell: number) =>
  new Uint8Array(column.buffer, column.byteOffset + cell * Float32Array.BYTES_PER_ELEMENT, BYTES);
