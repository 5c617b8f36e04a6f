import * as z from 'zod';
import { call } from '#shared/contract/define.ts';
import { id, intervalSeconds, name, text, wireText } from '#shared/contract/fields.ts';
import { resource } from '#shared/contract/resource.ts';

export const componentCategory = z.enum(['air', 'water', 'weather', 'noise', 'process', 'position', 'other']);
/** How values are aggregated: directions as vectors, positions keep the last value. */
export const averaging = z.enum(['mean', 'circular', 'last']);

const decimals = z.int().min(0).max(6);
const bound = z.number().nullable().default(null);
const code = wireText(20).min(1, 'required').nullable().default(null);

/** A factor. `component_key` is the product's own name for it, the codes are the national standard parameters. */
export const components = resource({
  name: 'components',
  table: 'component',
  path: '/monitor/point/component',
  id: 'component_id',
  needs: 'component',
  fields: {
    component_name: name(),
    component_name_en: text(80).default(''),
    component_key: name(30).regex(/^[a-z][a-z0-9_]*$/, 'bad_format'),
    formula: text(30).default(''),
    unit: text(20).default(''),
    decimals: decimals.default(2),
    category: componentCategory,
    code_2017: code,
    code_2005: code,
    range_min: bound,
    range_max: bound,
    /** Values between minus this and zero count as zero; lower ones are invalid. */
    detection_limit: z.number().min(0, 'below_minimum').nullable().default(null),
    averaging: averaging.default('mean'),
    sort: z.int().min(0).max(100_000).default(1000),
  },
  shows: {
    site_count: z.int(),
    /** Derived by the platform from the hours of another factor; no device sends it. */
    is_derived: z.boolean(),
  },
  search: ['component_name', 'component_name_en', 'component_key', 'formula', 'code_2017', 'code_2005'],
  filters: { category: componentCategory.optional() },
});

/** A factor of a site: its position in tables, its format, and the correction in force. */
export const siteFactor = z
  .object({
    component_id: id,
    sort: z.int().min(0).max(100_000).default(0),
    /** Null: as set for the factor. */
    decimals: decimals.nullable().default(null),
    range_min: bound,
    range_max: bound,
    k: z
      .number()
      .refine((k) => k !== 0, 'zero_refused')
      .default(1),
    b: z.number().default(0),
    /** Between two values. Null: the site's interval. */
    interval_seconds: intervalSeconds.nullable().default(null),
  })
  .refine(({ range_min, range_max }) => range_min === null || range_max === null || range_min <= range_max, {
    path: ['range_max'],
    message: 'below_minimum',
  });
export type SiteFactor = z.output<typeof siteFactor>;

const areDistinct = (factors: readonly SiteFactor[]) =>
  new Set(factors.map(({ component_id }) => component_id)).size === factors.length;

export const siteFactors = z.array(siteFactor).max(500).refine(areDistinct, 'repeated');

const siteFactorRow = z.object({
  component_id: id,
  component_name: z.string(),
  component_name_en: z.string(),
  formula: z.string(),
  unit: z.string(),
  category: componentCategory,
  sort: z.int(),
  decimals: decimals.nullable(),
  /** Used if the site has no settings of its own. */
  component_decimals: decimals,
  component_range_min: z.number().nullable(),
  component_range_max: z.number().nullable(),
  range_min: z.number().nullable(),
  range_max: z.number().nullable(),
  k: z.number(),
  b: z.number(),
  interval_seconds: intervalSeconds.nullable(),
});
export type SiteFactorRow = z.output<typeof siteFactorRow>;

export const factorCalls = {
  /** The factors of one site in order with their details, and the version needed for an edit. */
  ofSite: call({
    path: '/monitor/point/factor/data',
    needs: 'site.read',
    input: z.object({ site_id: id }),
    output: z.object({
      data_info: z.array(siteFactorRow),
      total: z.int(),
      version: z.int(),
      /** The site's interval, for factors without their own. */
      interval_seconds: intervalSeconds,
    }),
  }),
};
