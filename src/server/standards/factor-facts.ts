import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import type { HistoryFactor } from '#shared/contract/readings/history.ts';

/** Facts about each factor besides its values. */
export interface FactorFacts {
  byId: ReadonlyMap<number, HistoryFactor>;
  /** By factor: sites that display it with decimals of their own. */
  decimals: ReadonlyMap<number, ReadonlyMap<number, number>>;
}

export async function readFactorFacts(db: Db): Promise<FactorFacts> {
  const factors = await db.rows<HistoryFactor>(sql`
    select c.component_id, c.component_name, c.component_name_en, c.formula, c.unit, c.averaging, c.derivation,
           c.decimals, c.decimals as report_decimals, coalesce(c.code_2017, base.code_2017) as code_2017
      from component c left join component base on base.component_id = c.derived_from`);
  const own = await db.rows<{ component_id: number; site_id: number; decimals: number }>(sql`
    select component_id, site_id, decimals from device_factor where decimals is not null`);
  const decimals = new Map<number, Map<number, number>>();
  for (const { component_id, site_id, decimals: count } of own) {
    const bySite = decimals.get(component_id);
    if (bySite) bySite.set(site_id, count);
    else decimals.set(component_id, new Map([[site_id, count]]));
  }
  return { byId: new Map(factors.map((factor) => [factor.component_id, factor])), decimals };
}

/** As these sites display it; if they differ, with the most decimals. */
export function factorAt(
  { byId, decimals }: FactorFacts,
  component_id: number,
  site_ids: readonly number[],
): HistoryFactor | undefined {
  const usual = byId.get(component_id);
  const bySite = decimals.get(component_id);
  if (!usual || !bySite) return usual;
  const own = site_ids.flatMap((site_id) => bySite.get(site_id) ?? []);
  return own.length > 0 ? { ...usual, decimals: Math.max(...own) } : usual;
}
