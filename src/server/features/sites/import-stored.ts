import type { Ctx } from '#server/app.ts';
import { identifier, join, sql } from '#server/db/sql.ts';
import { scope } from '#server/scope.ts';
import { sites } from '#shared/contract/sites/sites.ts';
import { mnKey } from '#shared/domain/mn.ts';

/** The columns of the `site` table; factors are in their own table. */
export const STORED = sites.fields.filter((field) => field !== 'factors');
export const storedColumns = join(STORED.map(identifier));

export interface StoredSite extends Record<string, unknown> {
  site_id: number;
  version: number;
  mn: string;
  /** Encrypted. */
  secret: string;
  /** In the site's order. */
  component_ids: number[];
  /** The same as written by an export. */
  factor_codes: string;
}

export interface StoredSites {
  byId: ReadonlyMap<number, StoredSite>;
  byMn: ReadonlyMap<string, StoredSite>;
  /** The name of a reference by key, such as `product_id 3` or `province_code 370000`. */
  names: ReadonlyMap<string, string>;
}

/** The sites that the user sees, so may change by import. */
export async function storedSites({ db, user }: Ctx): Promise<StoredSites> {
  const rows = await db.rows<StoredSite>(sql`
    select s.site_id, s.version, ${storedColumns}, coalesce(f.component_ids, '{}') as component_ids,
           coalesce(f.codes, '') as factor_codes
      from site s
      left join lateral (
        select array_agg(d.component_id::integer order by d.sort, d.component_id) as component_ids,
               string_agg(coalesce(c.code_2017, c.component_key), ', ' order by d.sort, d.component_id) as codes
          from device_factor d join component c using (component_id) where d.site_id = s.site_id) f on true
     where ${scope(user, sql`s.site_id`)}`);
  const names = await db.rows<{ key: string; name: string }>(sql`
    select 'agreement_id ' || agreement_id as key, agreement_name as name from agreement
    union all select 'product_id ' || product_id, product_name from product_line
    union all select 'project_id ' || project_id, project_name from project
    union all select 'basin_id ' || basin_id, basin_name from basin
    union all select 'block_code ' || block_code, block_name from block
    union all select case when region_code like '%0000' then 'province_code ' when region_code like '%00'
                          then 'city_code ' else 'area_code ' end || region_code, region_name from region`);
  return {
    byId: new Map(rows.map((row) => [row.site_id, row])),
    byMn: new Map(rows.map((row) => [mnKey(row.mn), row])),
    names: new Map(names.map(({ key, name }) => [key, name])),
  };
}
