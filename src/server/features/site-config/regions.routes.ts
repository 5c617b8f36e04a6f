import { setImmediate } from 'node:timers/promises';
import { sql } from '#server/db/sql.ts';
import { crud } from '#server/http/crud.ts';
import { handlers } from '#server/http/handlers.ts';
import { placeColumns, requireBlock, showPlaces } from '#server/places/places.ts';
import { siteCount } from '#server/scope.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import { basins, blocks, regions } from '#shared/contract/site-config/regions.ts';
import { currentCode } from '#shared/domain/former-divisions.ts';
import { Fault } from '#shared/faults.ts';

/** Creating 3000 English names takes half a second, so the loop yields to other requests. */
const NAMES_AT_ONCE = 100;

async function listed<Row extends object>(rows: Row[]) {
  const data_info: Row[] = [];
  for (const [i, row] of rows.entries()) {
    if (i > 0 && i % NAMES_AT_ONCE === 0) await setImmediate();
    data_info.push(showPlaces(row as Record<string, unknown>) as Row);
  }
  return { data_info, total: data_info.length };
}

type Province = AnswerOf<typeof regions.provinces>['data_info'][number];
type City = AnswerOf<typeof regions.cities>['data_info'][number];
type Area = AnswerOf<typeof regions.areas>['data_info'][number];

const lookups = handlers(regions, {
  provinces: async ({ db }) =>
    listed(
      await db.rows<Province>(sql`
        select region_code as province_code, region_name as province_name
          from region where parent_code is null order by region_code`),
    ),

  cities: async ({ db }, { province_code }) =>
    listed(
      await db.rows<City>(sql`
        select region_code as city_code, region_name as city_name, parent_code as province_code
          from region
         where region_code like '____00' and parent_code = coalesce(${province_code ?? null}, parent_code)
         order by region_code`),
    ),

  areas: async ({ db }, { city_code }) =>
    listed(
      await db.rows<Area>(sql`
        select region_code as area_code, region_name as area_name, parent_code as city_code
          from region
         where region_code not like '____00'
           and parent_code = coalesce(${city_code ? currentCode(city_code) : null}, parent_code)
         order by region_code`),
    ),
});

const blockRows = crud(blocks, {
  shows: {
    ...placeColumns({
      province: sql`rpad(left(t.area_code, 2), 6, '0')`,
      city: sql`rpad(left(t.area_code, 4), 6, '0')`,
      area: sql`t.area_code`,
    }),
    site_count: siteCount(sql`s.block_code = t.block_code`),
  },
  filters: {
    province_code: (code: string) => sql`area_code like ${`${code.slice(0, 2)}%`}`,
    city_code: (code: string) => sql`area_code like ${`${currentCode(code).slice(0, 4)}%`}`,
    area_code: (code: string) => sql`area_code = ${currentCode(code)}`,
  },
  show: () => showPlaces,
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
  shows: { site_count: siteCount(sql`s.basin_id = t.basin_id`) },
});

export const regionRoutes = [...lookups, ...blockRows, ...basinRows];
