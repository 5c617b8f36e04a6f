import type { Db } from '#server/db/pool.ts';
import { json, sql } from '#server/db/sql.ts';
import type { SiteFactor } from '#shared/contract/site-config/factors.ts';

interface FactorList {
  site_id: number;
  factors: readonly { component_id: number; sort: number }[];
}

/** Sets the factors of sites and their order. Factors that stay keep their decimals, ranges and corrections. */
export async function storeFactorLists(db: Db, lists: readonly FactorList[]): Promise<void> {
  if (lists.length === 0) return;
  await db.run(sql`
    delete from device_factor d using jsonb_to_recordset(${json(lists)}) as l (site_id integer, factors jsonb)
     where d.site_id = l.site_id
       and not exists (select from jsonb_array_elements(l.factors) f where (f->>'component_id')::smallint = d.component_id)`);
  await db.run(sql`
    insert into device_factor as t (site_id, component_id, sort)
    select l.site_id, (f->>'component_id')::smallint, (f->>'sort')::integer
      from jsonb_to_recordset(${json(lists)}) as l (site_id integer, factors jsonb)
     cross join jsonb_array_elements(l.factors) as f
    on conflict (site_id, component_id) do update set sort = excluded.sort where t.sort <> excluded.sort`);
}

/** Sites without factors get the template of their product line. */
export async function applyFactorTemplates(db: Db, site_ids: readonly number[]): Promise<void> {
  await db.run(sql`
    insert into device_factor (site_id, component_id, sort)
    select s.site_id, p.component_id, p.sort
      from site s join product_factor p using (product_id)
     where s.site_id = any(${[...site_ids]})
       and not exists (select from device_factor d where d.site_id = s.site_id)`);
}

/** Writes only the differences, so that the audit log shows what changed. */
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
