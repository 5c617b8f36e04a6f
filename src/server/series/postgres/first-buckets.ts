import type { Db } from '#server/db/pool.ts';
import { identifier, sql } from '#server/db/sql.ts';
import type { SiteStart } from '#server/series/store.ts';
import type { Level } from '#shared/domain/buckets.ts';

/** One index lookup per site instead of reading all rows. */
export async function firstBuckets(
  db: Db,
  level: Level,
  site_ids: readonly number[],
  fids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await db.rows<SiteStart>(sql`
    with sets as (select array_agg(set_id) as ids from factor_set where fids && ${fids}::smallint[])
    select s.site_id, first.ts
      from unnest(${site_ids}::integer[]) as s (site_id), sets,
           lateral (select ts from ${identifier(`rollup_${level}`)}
                     where site_id = s.site_id and set_id = any(sets.ids) order by ts limit 1) first`);
  return new Map(rows.map(({ site_id, ts }) => [site_id, ts]));
}
