import type { Db, Pool } from '#server/db/pool.ts';
import { identifier, sql } from '#server/db/sql.ts';
import { demoSites } from './sites.ts';

const actor = { account: 'system', real_name: 'system' };

/** Whether a server is at work on this database, apart from this connection. */
export async function isInUse(pool: Pool): Promise<boolean> {
  const row = await pool.one(sql`
    select 1 from pg_stat_activity
     where datname = current_database() and application_name = 'lanjing notices'`);
  return row !== undefined;
}

/**
 * Takes the demo's stations out with everything that was ever stored of them, and notes that they are not to come
 * back. People and what they have made stay. Returns how many stations there were.
 */
export async function removeDemo(pool: Pool): Promise<number> {
  const removed = await pool.tx(actor, async (db) => {
    const sites = await db.rows<{ site_id: number }>(sql`select site_id from site where demo`);
    const site_ids = sites.map(({ site_id }) => site_id);
    await removeMeasurements(db, site_ids);
    await db.run(sql`delete from site where site_id = any(${site_ids})`);
    // Nothing is left that the job for deleted sites could take away.
    await db.run(sql`delete from forgotten_site where site_id = any(${site_ids})`);
    const mns = demoSites.map(({ mn }) => mn);
    await db.run(sql`delete from raw_packet where mn = any(${mns})`);
    await db.run(sql`delete from knocking_device where mn = any(${mns})`);
    await removeNames(db);
    await db.run(sql`delete from job where kind = 'demo_history'`);
    await db.run(sql`update instance set demo_removed_at = now() where demo_removed_at is null`);
    return site_ids.length;
  });
  await pool.run(sql`vacuum analyze`);
  return removed;
}

/** Every table that speaks of sites: those that exist today and those that come later. */
async function removeMeasurements(db: Db, site_ids: readonly number[]): Promise<void> {
  const tables = await db.rows<{ name: string; in_parts: boolean }>(sql`
    select c.relname as name, c.relkind = 'p' as in_parts
      from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and a.attname = 'site_id' and not a.attisdropped and c.relname not in ('site', 'forgotten_site')`);
  for (const { name, in_parts } of tables) {
    const table = identifier(name);
    const others = in_parts
      ? await db.one(sql`select 1 from ${table} where site_id is null or site_id <> all(${site_ids}) limit 1`)
      : true;
    // Millions of rows: emptying is quick and gives the space back; deleting is for tables that hold more than these.
    if (others) await db.run(sql`delete from ${table} where site_id = any(${site_ids})`);
    else await db.run(sql`truncate ${table}`);
  }
}

/** Names that only the demo used. */
async function removeNames(db: Db): Promise<void> {
  const names = (of: (site: (typeof demoSites)[number]) => string | undefined) => [
    ...new Set(demoSites.map(of).filter((name) => name !== undefined)),
  ];
  await db.run(sql`
    delete from product_line p where product_name = any(${names((site) => site.product_name)})
       and not exists (select 1 from site s where s.product_id = p.product_id)`);
  await db.run(sql`
    delete from project p where project_name = any(${names((site) => site.project_name)})
       and not exists (select 1 from site s where s.project_id = p.project_id)`);
  await db.run(sql`
    delete from basin b where basin_name = any(${names((site) => site.water?.basin_name)})
       and not exists (select 1 from site s where s.basin_id = b.basin_id)`);
}
