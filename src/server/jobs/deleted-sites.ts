import { sql } from '#server/db/sql.ts';
import { MINUTE_MS } from '#shared/domain/time-units.ts';
import { SIX_HOURS_MS } from './repeat.ts';
import type { Upkeep, UpkeepWork } from './upkeep.ts';

/** Wait after a deletion: packets of the site may still be on their way into the store. */
const SETTLED_MS = 10 * MINUTE_MS;

const measurements: UpkeepWork = async ({ pool, series, now }, tell) => {
  const settled = new Date(now().getTime() - SETTLED_MS);
  const gone = await pool.rows<{ site_id: number }>(sql`
    select site_id from forgotten_site where deleted_at < ${settled} order by deleted_at`);
  for (const { site_id } of gone) {
    tell({ rows: await series.removeSite(site_id) });
    tell({ rows: await pool.run(sql`delete from device_log where site_id = ${site_id}`) });
    await pool.run(sql`delete from forgotten_site where site_id = ${site_id}`);
  }
};

/** Deletes the measurements of deleted sites. */
export const deletedSites: Upkeep = { job: 'deleted_sites', everyMs: SIX_HOURS_MS, parts: { measurements } };
