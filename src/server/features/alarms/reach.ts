import type { Ctx } from '#server/app.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { namedSites, scope } from '#server/scope.ts';
import { Fault } from '#shared/faults.ts';

/** The scope of a setting and its place. */
export interface Reach {
  scope: 'network' | 'product' | 'city' | 'site';
  product_id?: number | null;
  city_code?: string | null;
  site_id?: number | null;
}

const places = { product: 'product_id', city: 'city_code', site: 'site_id' } as const;

/** Names for lists: of product lines and sites here, of cities below for settings that can be for a city. */
export const placeNames = {
  product_name: sql`(select p.product_name from product_line p where p.product_id = t.product_id)`,
  site_name: sql`(select s.site_name from site s where s.site_id = t.site_id)`,
  mn: sql`(select s.mn from site s where s.site_id = t.site_id)`,
};

const cityName = sql`(select r.region_name from region r where r.region_code = t.city_code)`;
export const cityNames = { city_name: cityName, city_name_en: cityName };

/** Network, product line and city settings are readable by everyone; site settings by users who see the site. */
export const seenReach = ({ user }: Pick<Ctx, 'user'>): Sql =>
  sql`(t.site_id is null or ${scope(user, sql`t.site_id`)})`;

/** Keeps only the place that the scope needs and clears the others, which a form may still send. */
export function placed<Placed extends Reach>(given: Placed): Placed {
  const wanted = given.scope === 'network' ? undefined : places[given.scope];
  if (wanted && (given[wanted] ?? null) === null)
    throw new Fault('parameter_error', { fields: [{ field: wanted, problem: 'required' }] });
  const others = Object.values(places).filter((place) => place !== wanted && place in given);
  return { ...given, ...Object.fromEntries(others.map((place) => [place, null])) };
}

/** Users who see only some sites may make settings for those sites only. */
export async function requireReach(ctx: Ctx, all: readonly Reach[]): Promise<void> {
  if (!ctx.user.sees_all_sites && all.some(({ scope }) => scope !== 'site')) throw new Fault('no_authority');
  const site_ids = [...new Set(all.flatMap(({ site_id }) => site_id ?? []))];
  if (site_ids.length > 0) await namedSites(ctx, { site_ids });
}
