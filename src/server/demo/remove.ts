import type { Db, Pool } from '#server/db/pool.ts';
import { identifier, sql } from '#server/db/sql.ts';
import { demoSites } from './sites.ts';

const actor = { account: 'system', real_name: 'system' };

/** Whether a server is at work on this database, apart from this connection. */
export async function isInUse(pool: Pool): Promise<boolean> {
  const row = await pool.one(sql`
    select 1 from pg_stat_activity
     where datname = current_database() and application_name = 'lanjing changes'`);
  return row !== undefined;
}

/** How much is done, for those who wait. */
export type Report = (done: number, total: number) => void;

/**
 * Takes the demo's stations out with everything that was ever stored of them, and notes that they are not to come
 * back. People and what they have made stay. Returns how many stations there were.
 */
export async function removeDemo(pool: Pool, report: Report = () => {}): Promise<number> {
  const { removed, touched } = await pool.tx(actor, async (db) => {
    const sites = await db.rows<{ site_id: number }>(sql`select site_id from site where demo`);
    const site_ids = sites.map(({ site_id }) => site_id);
    const touched = await removeMeasurements(db, site_ids, report);
    await db.run(sql`delete from site where site_id = any(${site_ids})`);
    // Nothing is left that the job for deleted sites could take away.
    await db.run(sql`delete from forgotten_site where site_id = any(${site_ids})`);
    const mns = demoSites.map(({ mn }) => mn);
    await db.run(sql`delete from raw_packet where mn = any(${mns})`);
    await db.run(sql`delete from unregistered_device where mn = any(${mns})`);
    await removeNames(db);
    await db.run(sql`delete from job where kind = 'demo_history'`);
    await db.run(sql`update instance set demo_removed_at = now() where demo_removed_at is null`);
    return { removed: site_ids.length, touched };
  });
  for (const name of touched) await pool.run(sql`vacuum analyze ${identifier(name)}`);
  return removed;
}

interface Part {
  name: string;
  /** Of a table of measurements: nothing refers to its rows. */
  is_partition: boolean;
}

/** Every table that speaks of sites: those that exist today and those that come later. Returns which had any rows of them. */
async function removeMeasurements(db: Db, site_ids: readonly number[], report: Report): Promise<string[]> {
  const parts = await db.rows<Part>(sql`
    select c.relname as name, c.relispartition as is_partition
      from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
       and a.attname = 'site_id' and not a.attisdropped and c.relname not in ('site', 'forgotten_site')
     order by 1`);
  const touched: string[] = [];
  for (const [done, part] of parts.entries()) {
    report(done, parts.length);
    if (await removeFrom(db, part, site_ids)) touched.push(part.name);
  }
  report(parts.length, parts.length);
  return touched;
}

/** Millions of rows: where most of a part goes, emptying it and putting back the rest is quicker than deleting. */
async function removeFrom(
  db: Db,
  { name, is_partition }: Part,
  site_ids: readonly number[],
): Promise<boolean> {
  const table = identifier(name);
  const ofDemo = sql`coalesce(site_id = any(${site_ids}), false)`;
  const rows = await db.one<{ gone: number; kept: number }>(sql`
    select count(*) filter (where ${ofDemo}) as gone, count(*) filter (where not ${ofDemo}) as kept from ${table}`);
  if (!rows || rows.gone === 0) return false;
  if (!is_partition || rows.kept > rows.gone) {
    await db.run(sql`delete from ${table} where ${ofDemo}`);
    return true;
  }
  if (rows.kept > 0) await db.run(sql`create temp table kept as select * from ${table} where not ${ofDemo}`);
  await db.run(sql`truncate ${table}`);
  if (rows.kept > 0) {
    await db.run(sql`insert into ${table} overriding system value select * from kept`);
    await db.run(sql`drop table kept`);
  }
  return true;
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
