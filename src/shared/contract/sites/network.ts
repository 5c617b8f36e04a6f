import * as z from 'zod';
import { call, listOf, paging } from '#shared/contract/define.ts';
import { id, latitude, longitude, text, time } from '#shared/contract/fields.ts';
import { dataType } from '#shared/contract/readings/readings.ts';
import { listing } from '#shared/contract/resource.ts';
import { namedSites, siteFilters, siteType } from './sites.ts';

const shortRow = {
  site_id: id,
  mn: z.string(),
  site_name: z.string(),
  /** What English readers call it: its English name, or else its pinyin. */
  site_name_en: z.string(),
  /** Of its name's pinyin: what people type to find it. */
  initials: z.string(),
  /** Its name's pinyin, a space between two syllables. */
  syllables: z.string(),
  site_type: siteType,
  province_code: z.string().nullable(),
  city_code: z.string().nullable(),
  area_code: z.string().nullable(),
  block_code: z.string().nullable(),
  product_id: id.nullable(),
  project_id: id.nullable(),
  /** Flags that count besides N, by its product line. */
  counting_flags: z.array(z.string()),
  virtual_data: z.boolean(),
  demo: z.boolean(),
  online: z.boolean(),
};

const wholeNetwork = { page_size: z.int().min(1).max(10_000).default(10_000) };

/** What pickers need of every site that one may see. */
export const shortSites = listing({
  name: 'shortSites',
  path: '/monitor/point/data/other',
  needs: 'signed-in',
  row: shortRow,
  search: ['site_name', 'mn'],
  filters: { ...siteFilters, ...wholeNetwork },
});

const linkState = {
  online: z.boolean(),
  /** Since when it is as it is. */
  changed_at: time.nullable(),
  last_packet_at: time.nullable(),
  last_data_at: time.nullable(),
};

/** The newest value of each factor, in arrays parallel to `component_ids`. */
const newest = {
  /** Of the newest of them; null where nothing has come yet. */
  ts: time.nullable(),
  received_at: time.nullable(),
  component_ids: z.array(id),
  values: z.array(z.number().nullable()),
  /** '' is N. */
  flags: z.array(z.string()),
};

const networkQuery = {
  ...paging,
  ...wholeNetwork,
  ...siteFilters,
  keyword: text(100).optional(),
  data_type: dataType.default('realtime'),
};

/** The whole network at a glance. Home needs no power, so these need none: everyone sees the sites they may see. */
export const network = {
  /** For the map: every site with its place, its link and its newest values. */
  real: call({
    path: '/monitor/point/data/real',
    needs: 'signed-in',
    input: z.object({ ...networkQuery, component_ids: z.array(id).max(500).optional() }),
    output: listOf(
      z.object({
        ...shortRow,
        longitude: longitude.nullable(),
        latitude: latitude.nullable(),
        address: z.string(),
        ...linkState,
        ...newest,
      }),
    ),
  }),
  /** The short list with the newest values of a few factors. */
  otherReal: call({
    path: '/monitor/point/data/other/real',
    needs: 'signed-in',
    input: z.object({ ...networkQuery, component_ids: z.array(id).min(1, 'required').max(50) }),
    output: listOf(z.object({ ...shortRow, ...newest })),
  }),
  count: call({
    path: '/monitor/point/count',
    needs: 'signed-in',
    input: z.object(siteFilters),
    output: z.object({
      all: z.int(),
      online: z.int(),
      offline: z.int(),
      alarm: z.int(),
      fault: z.int(),
      maintenance: z.int(),
    }),
  }),
  status: call({
    path: '/monitor/point/devices/status',
    needs: 'signed-in',
    input: z.object(namedSites),
    output: listOf(z.object({ site_id: id, mn: z.string(), site_name: z.string(), ...linkState })),
  }),
  /** The middle of each city's sites, and how many they are. */
  cities: call({
    path: '/monitor/point/city/loc',
    needs: 'signed-in',
    input: z.object({ site_type: siteType.optional() }),
    output: listOf(
      z.object({
        city_code: z.string(),
        city_name: z.string(),
        city_name_en: z.string(),
        province_code: z.string(),
        longitude,
        latitude,
        site_count: z.int(),
        online_count: z.int(),
      }),
    ),
  }),
};
