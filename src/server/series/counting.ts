import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { countingFlags } from '#shared/domain/validity.ts';

/** The flags that count as valid at each of these sites, by product line. */
export async function countingOf(
  db: Db,
  site_ids: readonly number[],
): Promise<ReadonlyMap<number, ReadonlySet<string>>> {
  const rows = await db.rows<{ site_id: number; besides: string[] }>(sql`
    select s.site_id, coalesce(p.counting_flags, '{}') as besides
      from site s left join product_line p using (product_id)
     where s.site_id = any(${site_ids})`);
  return new Map(rows.map(({ site_id, besides }) => [site_id, countingFlags(besides)]));
}
