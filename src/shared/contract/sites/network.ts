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
  /** Name in the English interface: the English name, otherwise the pinyin. */
  site_name_en: z.string(),
  /** Initials of the name's pinyin, for searching. */
  initials: z.string(),
  /** Pinyin of the name with a space between syllables. */
  syllables: z.string(),
  site_type: siteType,
  province_code: z.string().nullable(),
  city_code: z.string().nullable(),
  area_code: z.string().nullable(),
  block_code: z.string().nullable(),
  product_id: id.nullable(),
  project_id: id.nullable(),
  /** Flags of its product line that are valid besides N. */
  counting_flags: z.array(z.string()),
  virtual_data: z.boolean(),
  demo: z.boolean(),
  online: z.boolean(),
};

const wholeNetwork = { page_size: z.int().min(1).max(10_000).default(10_000) };

/** The fields that pickers need, for every site that the user may see. */
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
  /** Time of the last change between online and offline. */
  changed_at: time.nullable(),
  last_packet_at: time.nullable(),
  last_data_at: time.nullable(),
};

/** The newest value of each factor, in arrays parallel to `component_ids`. */
const newest = {
  /** Time of the newest of them; null if no values have arrived yet. */
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

/**
 * Overview of the network. The home page needs no power, so neither do these: users see the sites that they may see.
 */
export const network = {
  /** For the map: every site with its position, its connection state and its newest values. */
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
  /** The centre of each city's sites, and their number. */
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
