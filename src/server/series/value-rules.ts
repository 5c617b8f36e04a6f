import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import type { ValueRule } from '#shared/domain/validity.ts';

/** The valid range of a factor at a site. */
export type ValueRules = (site_id: number, fid: number) => ValueRule;

export interface FactorRule extends ValueRule {
  fid: number;
}

/** The valid ranges at some sites. */
export interface Ranges {
  ruleOf: ValueRules;
  /** The default of every factor. */
  factors: readonly FactorRule[];
  /** Sites with their own range for a factor. */
  special: ReadonlySet<number>;
}

const anyValue: ValueRule = { min: null, max: null, detection: 0 };

/** The default minimum of a factor `c`: no concentration in air is negative. */
const lowest = sql`coalesce(c.range_min, case c.category when 'air' then 0 end)`;

/** Ranges of the site, and for the rest those of the factor. */
export async function rangesOf(db: Db, site_ids: readonly number[]): Promise<Ranges> {
  const factors = await db.rows<FactorRule>(sql`
    select component_id as fid, ${lowest} as min, range_max as max, coalesce(detection_limit, 0) as detection
      from component c`);
  const own = await db.rows<FactorRule & { site_id: number }>(sql`
    select d.site_id, d.component_id as fid, coalesce(d.range_min, ${lowest}) as min,
           coalesce(d.range_max, c.range_max) as max, coalesce(c.detection_limit, 0) as detection
      from device_factor d join component c using (component_id)
     where d.site_id = any(${[...site_ids]}) and (d.range_min is not null or d.range_max is not null)`);
  const ofFactor = new Map(factors.map((rule) => [rule.fid, rule]));
  const ofSite = new Map(own.map((rule) => [`${rule.site_id} ${rule.fid}`, rule]));
  return {
    factors,
    special: new Set(own.map(({ site_id }) => site_id)),
    ruleOf: (site_id, fid) =>
      (ofSite.size > 0 && ofSite.get(`${site_id} ${fid}`)) || ofFactor.get(fid) || anyValue,
  };
}

export async function valueRulesOf(db: Db, site_ids: readonly number[]): Promise<ValueRules> {
  return (await rangesOf(db, site_ids)).ruleOf;
}
