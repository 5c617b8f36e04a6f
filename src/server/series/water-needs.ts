import type { Db } from '#server/db/pool.ts';
import { prepared, sql } from '#server/db/sql.ts';
import { usualWaterNeeds, type WaterNeeds } from '#shared/domain/validity.ts';

/** The requirements for valid days, months and years of the water stations among these sites, by product line. */
export async function waterNeedsOf(
  db: Db,
  site_ids: readonly number[],
): Promise<ReadonlyMap<number, WaterNeeds>> {
  const { month_days, year_months } = usualWaterNeeds;
  const rows = await db.rows<WaterNeeds & { site_id: number }>(
    prepared(sql`
      select s.site_id, coalesce(p.water_month_days, ${month_days})::integer as month_days,
             coalesce(p.water_year_months, ${year_months})::integer as year_months
        from site s left join product_line p using (product_id)
       where s.site_type = 'water' and s.site_id = any(${[...site_ids]})`),
  );
  return new Map(rows.map(({ site_id, ...needs }) => [site_id, needs]));
}
