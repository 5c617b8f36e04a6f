import * as z from 'zod';
import { call, empty } from '#shared/contract/define.ts';
import {
  id,
  intervalSeconds,
  latitude,
  longitude,
  name,
  text,
  time,
  wireText,
} from '#shared/contract/fields.ts';
import { importCalls } from '#shared/contract/imports.ts';
import { resource, withoutDefaults } from '#shared/contract/resource.ts';
import { siteFactors } from '#shared/contract/site-config/factors.ts';
import { blockCode, placeNames, regionCode } from '#shared/contract/site-config/regions.ts';

export const siteType = z.enum(['air', 'water', 'mobile']);
export const waterQualityType = z.enum(['river', 'lake']);
export const powerSupply = z.enum(['mains', 'solar', 'battery']);
/** Device and HMI numbers: positive integers of one to ten digits. */
const number = z.int().min(1).max(9_999_999_999).nullable().default(null);

const fields = {
  site_name: name(),
  /** Name in the English interface; '' means the pinyin. */
  site_name_en: text(100).default(''),
  /** ASCII only: full-width letters look the same, but devices do not send them. */
  mn: wireText(64)
    .min(1, 'required')
    .regex(/^\p{ASCII}*$/u, 'only_ascii'),
  site_type: siteType.default('air'),
  /** Lower levels are optional: some cities have no areas. */
  province_code: regionCode,
  city_code: regionCode.nullable().default(null),
  area_code: regionCode.nullable().default(null),
  block_code: blockCode.nullable().default(null),
  address: name(200),
  longitude,
  latitude,
  /** Seconds between two real-time uploads. */
  interval_seconds: intervalSeconds,
  agreement_id: id,
  product_id: id,
  project_id: id.nullable().default(null),
  sim_number: text(20)
    .regex(/^[0-9A-Za-z]*$/, 'only_letters_and_digits')
    .default(''),
  power_supply: powerSupply.default('mains'),
  section_attribute: text(50).default(''),
  river_system: text(50).default(''),
  basin_id: id.nullable().default(null),
  water_pollution_level: z.int().min(1).max(6).nullable().default(null),
  water_quality_type: waterQualityType.nullable().default(null),
  device_number: number,
  hmi_number: number,
  virtual_data: z.boolean().default(false),
  started_on: z.iso.date('bad_date').nullable().default(null),
};

/** The password that the device sends with every packet. */
const secret = wireText(32).default('');

/** Filters of all site lists. */
export const siteFilters = {
  site_type: siteType.optional(),
  product_id: id.optional(),
  project_id: id.optional(),
  province_code: regionCode.optional(),
  city_code: regionCode.optional(),
  area_code: regionCode.optional(),
  block_code: blockCode.optional(),
  online: z.boolean().optional(),
};

/** Fields with their own result code for invalid values. */
const faults = {
  site_type: 'site_type_wrong',
  province_code: 'province_illegal',
  city_code: 'city_illegal',
  area_code: 'area_illegal',
  block_code: 'zone_illegal',
  interval_seconds: 'interval_illegal',
  agreement_id: 'protocol_illegal',
  product_id: 'product_illegal',
  sim_number: 'sim_number_wrong',
  power_supply: 'power_supply_illegal',
  water_pollution_level: 'water_pollution_level_illegal',
  water_quality_type: 'water_quality_type_illegal',
  device_number: 'device_number_wrong',
  hmi_number: 'hmi_number_wrong',
  virtual_data: 'virtual_data_illegal',
  factors: 'parameter_repeated',
} as const;

export const sites = resource({
  name: 'sites',
  table: 'site',
  path: '/monitor/point',
  id: 'site_id',
  needs: 'site',
  fields,
  shows: {
    // Optional: a site created with one click does not have these yet.
    province_code: regionCode.nullable(),
    address: z.string(),
    longitude: longitude.nullable(),
    latitude: latitude.nullable(),
    agreement_id: id.nullable(),
    product_id: id.nullable(),
    ...placeNames,
    block_name: z.string().nullable(),
    agreement_name: z.string().nullable(),
    product_name: z.string().nullable(),
    project_name: z.string().nullable(),
    basin_name: z.string().nullable(),
    factor_count: z.int(),
    /** As in an import file: national codes, or keys if there is none, in the site's order. */
    factor_codes: z.string(),
    has_secret: z.boolean(),
    /** Packets are accepted only with the device password. */
    pw_checked: z.boolean(),
    online: z.boolean(),
    last_packet_at: time.nullable(),
    demo: z.boolean(),
    created_at: time,
  },
  writeOnly: {
    secret,
    factors: siteFactors.default([]),
  },
  faults,
  search: ['site_name', 'mn', 'address', 'sim_number'],
  filters: {
    ...siteFilters,
    mn: wireText(64).optional(),
    agreement_id: id.optional(),
    basin_id: id.optional(),
    virtual_data: z.boolean().optional(),
    pw_checked: z.boolean().optional(),
    has_place: z.boolean().optional(),
    demo: z.boolean().optional(),
  },
});

/** Sites by id or MN; without either all that the user may see. */
export const namedSites = {
  site_ids: z.array(id).min(1, 'required').max(10_000).optional(),
  mns: z.array(wireText(64)).min(1, 'required').max(10_000).optional(),
};

/** In the current month; `total_mb` is null for an unlimited plan. */
export const simUsage = z.object({ used_mb: z.number().min(0), total_mb: z.number().min(0).nullable() });

export const siteActions = {
  removeDevices: call({
    path: '/monitor/point/devices/delete',
    needs: 'site.write',
    writes: true,
    input: z
      .object(namedSites)
      .refine(({ site_ids, mns }) => site_ids || mns, { path: ['site_ids'], message: 'required' }),
    output: empty,
  }),
  /** Data usage of a site's SIM card. */
  simUsage: call({
    path: '/monitor/point/sim/usage',
    needs: 'site.read',
    input: z.object({ site_id: id }),
    output: simUsage,
  }),
  /**
   * Copies a site and its factors under a new name and MN, without the device password; other fields sent replace the
   * copied ones.
   */
  copy: call({
    path: '/monitor/point/copy',
    needs: 'site.write',
    writes: true,
    faults,
    input: z.object({
      ...withoutDefaults({ ...fields, secret }),
      site_id: id,
      site_name: fields.site_name,
      mn: fields.mn,
    }),
    output: z.object({ site_id: id }),
  }),
};

/** The form of a copy has all fields of a new site. */
export const siteCopyForm = z.object({ ...fields, secret, site_id: id });

/** References are given by name, places by name or code, factors as a list. */
export const siteImport = importCalls('/monitor/point/import', 'site.write');
