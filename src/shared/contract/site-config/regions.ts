import * as z from 'zod';
import { call, empty, listOf } from '#shared/contract/define.ts';
import { name, remark } from '#shared/contract/fields.ts';
import { resource } from '#shared/contract/resource.ts';

/** Six digits of the national list: two each for province, city and area. */
export const regionCode = z
  .string()
  .trim()
  .regex(/^\d{6}$/, 'bad_format');
/** Nine digits (or the twelve of the statistics bureau) that begin with the code of the division above. */
export const blockCode = z
  .string()
  .trim()
  .regex(/^(\d{9}|\d{12})$/, 'bad_format');

/** Names of the divisions of a place in both languages. */
export const placeNames = {
  province_name: z.string().nullable(),
  province_name_en: z.string().nullable(),
  city_name: z.string().nullable(),
  city_name_en: z.string().nullable(),
  area_name: z.string().nullable(),
  area_name_en: z.string().nullable(),
};

/** Everyone selects sites by place, so reading divisions needs no power. */
export const regions = {
  provinces: call({
    path: '/monitor/point/province/data',
    needs: 'signed-in',
    input: empty,
    output: listOf(
      z.object({ province_code: z.string(), province_name: z.string(), province_name_en: z.string() }),
    ),
  }),
  cities: call({
    path: '/monitor/point/city/data',
    needs: 'signed-in',
    input: z.object({ province_code: regionCode.optional() }),
    output: listOf(
      z.object({
        city_code: z.string(),
        city_name: z.string(),
        city_name_en: z.string(),
        province_code: z.string(),
      }),
    ),
  }),
  areas: call({
    path: '/monitor/point/area/data',
    needs: 'signed-in',
    input: z.object({ city_code: regionCode.optional() }),
    output: listOf(
      z.object({
        area_code: z.string(),
        area_name: z.string(),
        area_name_en: z.string(),
        city_code: z.string(),
      }),
    ),
  }),
};

const plainBlocks = resource({
  name: 'blocks',
  table: 'block',
  path: '/monitor/point/block',
  id: 'block_id',
  needs: 'dictionary',
  fields: { block_code: blockCode, block_name: name(), area_code: regionCode },
  shows: {
    ...placeNames,
    site_count: z.int(),
  },
  faults: { area_code: 'area_illegal', block_code: 'zone_illegal' },
  search: ['block_name', 'block_code', 'area_name'],
  filters: {
    province_code: regionCode.optional(),
    city_code: regionCode.optional(),
    area_code: regionCode.optional(),
  },
});
export const blocks = { ...plainBlocks, list: { ...plainBlocks.list, needs: 'signed-in' } };

export const basins = resource({
  name: 'basins',
  table: 'basin',
  path: '/monitor/point/basin',
  id: 'basin_id',
  needs: 'dictionary',
  fields: { basin_name: name(), remark },
  shows: { site_count: z.int() },
  search: ['basin_name', 'remark'],
});
