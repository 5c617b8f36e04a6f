import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import type { WaterBody } from '#shared/domain/water-items.ts';
import { type SectionChoice, usualChoice } from '#shared/domain/water-section.ts';

export type WaterChoices = Readonly<Record<WaterBody, SectionChoice>>;

/** The items that determine the class of each kind of water. */
export async function waterChoices(db: Db): Promise<WaterChoices> {
  const chosen = await db.one<WaterChoices>(sql`
    select jsonb_build_object('items', river_items, 'apart', river_apart) as river,
           jsonb_build_object('items', lake_items, 'apart', lake_apart) as lake
      from water_class`);
  return chosen ?? usualChoice;
}
