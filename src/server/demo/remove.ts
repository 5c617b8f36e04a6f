import type { Db, Pool } from '#server/db/pool.ts';
import { identifier, sql } from '#server/db/sql.ts';
import type { SeriesStore } from '#server/series/store.ts';
import { removeDuty } from './duty.ts';
import { removeDemoLearning } from './remove-learning.ts';
import { removeRooms } from './rooms.ts';
import { demoSites } from './sites.ts';

const actor = { account: 'system', real_name: 'system' };

/** Whether a server is using this database. */
export async function isInUse(pool: Pool): Promise<boolean> {
  const row = await pool.one(sql`
    select 1 from pg_stat_activity
     where datname = current_database() and application_name = 'lanjing changes'`);
  return row !== undefined;
}

/** Reports progress. */
export type Report = (done: number, total: number) => void;

/**
 * Removes the demo's stations with all their data, and records that they must not be added again. Users and their
 * content are kept. Returns the number of stations. Measurements are removed first: after an interruption the stations
 * still exist, and the removal can be repeated.
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
    // All data of these sites are gone, so the job for deleted sites has nothing to do.
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

/** All tables with a `site_id`, including future ones, but not the partitions of partitioned tables. */
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
