import type { Db } from '#server/db/pool.ts';
import { json, sql } from '#server/db/sql.ts';
import type { SiteFactor } from '#shared/contract/site-config/factors.ts';

/** Only what differs is written, so that the audit log shows what changed. */
export async function storeFactors(db: Db, site_id: number, factors: SiteFactor[]): Promise<void> {
  await db.run(sql`
    delete from device_factor
     where site_id = ${site_id} and component_id <> all(${factors.map(({ component_id }) => component_id)})`);
  await db.run(sql`
    insert into device_factor as t (site_id, component_id, sort, decimals, range_min, range_max, k, b, interval_seconds)
    select ${site_id}, component_id, sort, decimals, range_min, range_max, k, b, interval_seconds
      from jsonb_to_recordset(${json(factors)})
        as f (component_id smallint, sort integer, decimals smallint, range_min double precision,
              range_max double precision, k double precision, b double precision, interval_seconds integer)
    on conflict (site_id, component_id) do update
      set sort = excluded.sort, decimals = excluded.decimals, range_min = excluded.range_min,
          range_max = excluded.range_max, k = excluded.k, b = excluded.b, interval_seconds = excluded.interval_seconds
    where (t.sort, t.decimals, t.range_min, t.range_max, t.k, t.b, t.interval_seconds)
          is distinct from (excluded.sort, excluded.decimals, excluded.range_min, excluded.range_max, excluded.k,
                            excluded.b, excluded.interval_seconds)`);
}
