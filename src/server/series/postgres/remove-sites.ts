import type { Db, Pool } from '#server/db/pool.ts';
import { identifier, sql } from '#server/db/sql.ts';
import type { Removed } from '#server/series/forgotten.ts';
import { TABLES } from './remove-site.ts';

/** A table or a partition. */
interface Part {
  name: string;
  is_partition: boolean;
}

/** One transaction for all sites. It locks whole partitions, so nothing else may use the database. */
export async function removeSites(
  pool: Pool,
  { site_ids, mns }: Removed,
  report: (done: number, total: number) => void,
): Promise<void> {
  const touched = await pool.tx({}, async (db) => {
    const parts = await everyPart(db);
    const touched: string[] = [];
    for (const [done, part] of parts.entries()) {
      report(done, parts.length);
      if (await removeFrom(db, part, site_ids)) touched.push(part.name);
    }
    await db.run(sql`delete from raw_packet where mn = any(${mns})`);
    report(parts.length, parts.length);
    return touched;
  });
  for (const name of touched) await pool.run(sql`vacuum analyze ${identifier(name)}`);
}

function everyPart(db: Db): Promise<Part[]> {
  return db.rows<Part>(sql`
    select c.relname as name, c.relispartition as is_partition
      from pg_class c left join pg_inherits i on i.inhrelid = c.oid left join pg_class parent on parent.oid = i.inhparent
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
       and coalesce(parent.relname, c.relname) = any(${TABLES})
     order by 1`);
}

/**
 * For millions of rows: if most of a partition goes, truncating it and re-inserting the rest is faster than deleting.
 */
async function removeFrom(
  db: Db,
  { name, is_partition }: Part,
  site_ids: readonly number[],
): Promise<boolean> {
  const table = identifier(name);
  const meant = sql`coalesce(site_id = any(${site_ids}), false)`;
  const rows = await db.one<{ gone: number; kept: number }>(sql`
    select count(*) filter (where ${meant}) as gone, count(*) filter (where not ${meant}) as kept from ${table}`);
  if (!rows || rows.gone === 0) return false;
  if (!is_partition || rows.kept > rows.gone) {
    await db.run(sql`delete from ${table} where ${meant}`);
    return true;
  }
  if (rows.kept > 0) await db.run(sql`create temp table kept as select * from ${table} where not ${meant}`);
  await db.run(sql`truncate ${table}`);
  if (rows.kept > 0) {
    await db.run(sql`insert into ${table} overriding system value select * from kept`);
    await db.run(sql`drop table kept`);
  }
  return true;
}
