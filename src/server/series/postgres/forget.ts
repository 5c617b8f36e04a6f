import type { Db } from '#server/db/pool.ts';
import { identifier, sql } from '#server/db/sql.ts';
import type { Dropped, Forgettable } from '#server/series/forgotten.ts';
import type { Partitions } from './partitions.ts';

const tables: Record<Forgettable, string> = {
  packets: 'raw_packet',
  realtime: 'reading_realtime',
  minute: 'reading_minute',
};

/** Up to this size, counting every row is cheap. */
const COUNTED_BYTES = 64 * 1024 * 1024;

export async function forget(
  db: Db,
  partitions: Partitions,
  what: Forgettable,
  before: Date,
  tell: (dropped: Dropped) => void,
): Promise<void> {
  const busy: unknown[] = [];
  for (const part of await partitions.before(tables[what], before)) {
    const size = await sizeOf(db, part);
    try {
      await partitions.drop(part);
      tell({ part, ...size });
    } catch (error) {
      busy.push(error);
    }
  }
  if (busy.length > 0) throw busy[0];
}

/** Large partitions have long been complete and analysed, so PostgreSQL's estimate of their rows is good. */
async function sizeOf(db: Db, part: string): Promise<Omit<Dropped, 'part'>> {
  const size = await db.one<{ bytes: number; estimate: number }>(sql`
    select pg_total_relation_size(oid) as bytes, reltuples::bigint as estimate
      from pg_class where oid = ${part}::regclass`);
  const { bytes = 0, estimate = -1 } = size ?? {};
  if (bytes > COUNTED_BYTES && estimate >= 0) return { bytes, rows: estimate, about: true };
  const counted = await db.one<{ rows: number }>(sql`select count(*) as rows from ${identifier(part)}`);
  return { bytes, rows: counted?.rows ?? 0, about: false };
}
