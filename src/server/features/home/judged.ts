import type { Ctx } from '#server/app.ts';
import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { namedSites } from '#server/scope.ts';
import { airSites } from '#server/standards/exempt.ts';
import type { JudgedFactor } from '#shared/contract/home/home.ts';
import { type Pollutant, pollutantFacts, pollutants } from '#shared/domain/pollutants.ts';
import { type Medium, mediumOf } from '#shared/domain/standing.ts';
import { type WaterBody, waterFacts, waterItems } from '#shared/domain/water-items.ts';

export function judgedFactors(db: Db): Promise<JudgedFactor[]> {
  const codes = [
    ...pollutants.map((pollutant) => pollutantFacts[pollutant].code),
    ...waterItems.flatMap((item) => waterFacts[item].codes),
  ];
  return db.rows<JudgedFactor>(sql`
    select c.component_id, c.component_name, c.component_name_en, c.formula, c.unit, c.decimals,
           c.code_2017 as code, case when c.code_2017 like 'w%' then 'water' else 'air' end as medium
      from component c where c.code_2017 = any(${codes}) and c.derived_from is null
     order by c.sort, c.component_id`);
}

export interface JudgedSite {
  site_id: number;
  online: boolean;
  medium: Medium;
  exempt: Pollutant[];
  body: WaterBody;
  counting_flags: string[];
}

/** The given sites, or all that the user sees, with the facts needed to assess them. */
export async function judgedSites(
  ctx: Ctx,
  which: Parameters<typeof namedSites>[1] = {},
): Promise<JudgedSite[]> {
  const named = await namedSites(ctx, which);
  const site_ids = named.map(({ site_id }) => site_id);
  const facts = await airSites(ctx, await ctx.airFactors(), site_ids, ctx.now());
  const rows = await ctx.db.rows<Pick<JudgedSite, 'site_id' | 'online' | 'body' | 'counting_flags'>>(sql`
    select s.site_id, coalesce(l.online, false) as online, coalesce(s.water_quality_type, 'river') as body,
           coalesce(p.counting_flags, '{}') as counting_flags
      from site s left join link_state l using (site_id) left join product_line p using (product_id)
     where s.site_id = any(${site_ids})`);
  const bySite = new Map(rows.map((row) => [row.site_id, row]));
  return facts.map(({ site_id, site_type, exempt }) => {
    const { online = false, body = 'river', counting_flags = [] } = bySite.get(site_id) ?? {};
    return {
      site_id,
      online,
      medium: mediumOf(site_type as 'air' | 'water' | 'mobile'),
      exempt,
      body,
      counting_flags,
    };
  });
}

/** Returns a site's level and figure by column index. */
export type JudgeSite = (site: JudgedSite) => (at: number) => { level: number; figure: number } | undefined;
