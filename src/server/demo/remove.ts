import type { Db, Pool } from '#server/db/pool.ts';
import { identifier, sql } from '#server/db/sql.ts';
import type { SeriesStore } from '#server/series/store.ts';
import { removeDuty } from './duty.ts';
import { removeDemoLearning } from './remove-learning.ts';
import { removeRooms } from './rooms.ts';
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
 * back. People and what they have made stay. Returns how many stations there were. Measurements go first: when it is cut
 * short, the stations are still there to begin with again.
 */
export async function removeDemo(
  pool: Pool,
  series: Pick<SeriesStore, 'removeSites'>,
  report: Report = () => {},
): Promise<number> {
  const sites = await pool.rows<{ site_id: number }>(sql`select site_id from site where demo`);
  const site_ids = sites.map(({ site_id }) => site_id);
  const mns = demoSites.map(({ mn }) => mn);
  await series.removeSites({ site_ids, mns }, report);
  await pool.tx(actor, async (db) => {
    for (const table of await tablesOfSites(db)) {
      await db.run(sql`delete from ${identifier(table)} where site_id = any(${site_ids})`);
    }
    await db.run(sql`delete from site where site_id = any(${site_ids})`);
    // Nothing is left that the job for deleted sites could take away.
    await db.run(sql`delete from forgotten_site where site_id = any(${site_ids})`);
    await db.run(sql`delete from unregistered_device where mn = any(${mns})`);
    await removeNames(db);
    await removeDemoLearning(db);
    await removeRooms(db);
    await removeDuty(db);
    await db.run(sql`delete from job where kind = 'demo_history'`);
    await db.run(sql`update instance set demo_removed_at = now() where demo_removed_at is null`);
  });
  return site_ids.length;
}

/** Those that exist today and those that come later, apart from the parts of large ones. */
async function tablesOfSites(db: Db): Promise<string[]> {
  const rows = await db.rows<{ name: string }>(sql`
    select c.relname as name
      from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not c.relispartition
       and a.attname = 'site_id' and not a.attisdropped and c.relname not in ('site', 'forgotten_site')
     order by 1`);
  return rows.map(({ name }) => name);
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
