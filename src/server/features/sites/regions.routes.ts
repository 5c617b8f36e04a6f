import { sql } from '#server/db/sql.ts';
import { crud } from '#server/http/crud.ts';
import { handlers } from '#server/http/handlers.ts';
import { siteCount } from '#server/scope.ts';
import { basins, blocks, regions } from '#shared/contract/regions.ts';
import { currentCode } from '#shared/domain/former-divisions.ts';
import { Fault } from '#shared/faults.ts';
import { regionName, requireBlock } from './places.ts';

const lookups = handlers(regions, {
  provinces: async ({ db }) => {
    const data_info = await db.rows<{ province_code: string; province_name: string }>(sql`
      select region_code as province_code, region_name as province_name
        from region where parent_code is null order by region_code`);
    return { data_info, total: data_info.length };
  },

  cities: async ({ db }, { province_code }) => {
    const data_info = await db.rows<{ city_code: string; city_name: string; province_code: string }>(sql`
      select region_code as city_code, region_name as city_name, parent_code as province_code
        from region
       where region_code like '____00' and parent_code = coalesce(${province_code ?? null}, parent_code)
       order by region_code`);
    return { data_info, total: data_info.length };
  },

  areas: async ({ db }, { city_code }) => {
    const data_info = await db.rows<{ area_code: string; area_name: string; city_code: string }>(sql`
      select region_code as area_code, region_name as area_name, parent_code as city_code
        from region
       where region_code not like '____00' and parent_code = coalesce(${city_code ? currentCode(city_code) : null}, parent_code)
       order by region_code`);
    return { data_info, total: data_info.length };
  },
});

const blockRows = crud(blocks, {
  table: 'block',
  shows: {
    province_name: regionName(sql`rpad(left(t.area_code, 2), 6, '0')`),
    city_name: regionName(sql`rpad(left(t.area_code, 4), 6, '0')`),
    area_name: regionName(sql`t.area_code`),
    site_count: siteCount(sql`s.block_code = t.block_code`),
  },
  filters: {
    province_code: (code: string) => sql`area_code like ${`${code.slice(0, 2)}%`}`,
    city_code: (code: string) => sql`area_code like ${`${currentCode(code).slice(0, 4)}%`}`,
    area_code: (code: string) => sql`area_code = ${currentCode(code)}`,
  },
  sort: sql`block_code`,
  beforeSave: async ({ db }, fields, before) => {
    const block = { ...before, ...fields } as { block_code: string; area_code: string };
    await requireBlock(db, block);
    if (before && before.area_code !== block.area_code) {
      const used = await db.one(sql`select 1 from site where block_code = ${before.block_code} limit 1`);
      if (used) throw new Fault('edit_failed', { detail: 'in_use' });
    }
    return fields;
  },
});

const basinRows = crud(basins, {
  table: 'basin',
  shows: { site_count: siteCount(sql`s.basin_id = t.basin_id`) },
});

export const regionRoutes = [...lookups, ...blockRows, ...basinRows];
