import * as z from 'zod';
import { call, listOf } from '#shared/contract/define.ts';
import { id, time } from '#shared/contract/fields.ts';
import { coverage, whyPart } from '#shared/contract/reports/why.ts';
import { siteType } from '#shared/contract/sites/sites.ts';
import { aqiItems } from '#shared/domain/iaqi.ts';
import { pollutants } from '#shared/domain/pollutants.ts';

const pollutant = z.enum(pollutants);
const level = z.int().min(1).max(6);
const edition = z.enum(['2012', '2026']);

const airItem = z.object({
  /** A pollutant and its averaging time. */
  figure: z.enum([...aqiItems, 'pm10_1h', 'pm25_1h']),
  /** Rounded as it is published; with too few hours also shown, but marked. */
  concentration: z.number().nullable(),
  iaqi: z.int().nullable(),
  /** `NA`: not available this time. `/`: the site does not measure it. */
  mark: z.enum(['NA', '/']).nullable(),
});
export type AirItem = z.output<typeof airItem>;

/** The report of one hour or day of one site, by the edition of HJ 633 for its date. */
const airRow = z.object({
  site_id: id,
  /** The period's start. */
  ts: time,
  /** Not over yet: values may change. */
  running: z.boolean(),
  edition,
  items: z.array(airItem),
  /** Null is published as NA. */
  aqi: z.int().nullable(),
  level: level.nullable(),
  primary: z.array(pollutant),
  /** In the 2012 edition only. */
  over: z.array(pollutant),
});
export type AirRow = z.output<typeof airRow>;

const airSite = z.object({ site_id: id, site_name: z.string(), mn: z.string(), virtual_data: z.boolean() });
export type AirSite = z.output<typeof airSite>;

const whyItem = z.object({
  ...airItem.shape,
  /** Origin of the value, as in `BucketRow`. */
  origin: z.string(),
  /** What the coverage counts: hours, or 8-hour windows of ozone. */
  counted: z.enum(['hours', 'windows']),
  ...coverage,
  /** The factor of the hours, for requesting the details of each. */
  component_id: id.nullable(),
  hours: z.array(whyPart),
});
export type WhyItem = z.output<typeof whyItem>;

/** Number of days in a period by level. */
const dayCounts = z.object({
  /** By level, from I to VI. */
  levels: z.array(z.int()).length(6),
  /** Days with an index; the others have too few valid hours or values. */
  valid: z.int(),
  invalid: z.int(),
  /** 优良率: share of good-air days among the valid days, in percent. */
  good_percent: z.number().nullable(),
});
export type DayCounts = z.output<typeof dayCounts>;

/** Good-air rate of a site in a period. */
const goodRated = z.object({
  ...airSite.shape,
  now: dayCounts,
  year_before: dayCounts,
  /** The same days under this year's rules; null if the rules are the same. */
  year_before_by_now: dayCounts.nullable(),
  /** 综合指数 of the period, and the pollutant with the largest share. */
  index: z.number().nullable(),
  index_primary: z.array(pollutant),
  /** Whether a month or a year has enough valid days; null for other periods, and without an index. */
  index_usable: z.boolean().nullable(),
});

/** A pollutant in the comprehensive index. */
const indexItem = z.object({
  pollutant,
  /** The percentile that is assessed; null: the mean. */
  percentile: z.int().nullable(),
  /** Rounded as it is published. */
  concentration: z.number().nullable(),
  limit: z.number().nullable(),
  /** Concentration divided by the limit. */
  single: z.number().nullable(),
  valid_days: z.int(),
});
export type IndexItem = z.output<typeof indexItem>;

/** Half-open, extended by the server to whole hours or days in local time. */
const span = { from: time, to: time };

const ranked = z.object({
  ...airSite.shape,
  city_code: z.string().nullable(),
  /** The hour of the report. */
  ts: time,
  aqi: z.int().nullable(),
  level: level.nullable(),
  primary: z.array(pollutant),
  /** For the requested particles. */
  concentration: z.number().nullable(),
});
export type RankedSite = z.output<typeof ranked>;

const rankInput = {
  site_type: siteType.optional(),
  order: z.enum(['best', 'worst']).default('worst'),
  limit: z.int().min(1).max(10_000).default(20),
};

export const air = {
  /** The index forms by site, by hour or day. */
  index: call({
    path: '/monitor/air/index/data',
    needs: 'reading.read',
    input: z.object({
      site_ids: z.array(id).min(1, 'required').max(1000),
      period: z.enum(['hour', 'day']),
      ...span,
      /** Without a size: all rows. */
      page_index: z.int().min(1).default(1),
      page_size: z.int().min(1).max(1000).optional(),
      newest_first: z.boolean().default(false),
      /** By AQI instead of by time; rows without one are last. */
      worst_first: z.boolean().default(false),
    }),
    output: z.object({
      sites: z.array(airSite),
      /** Editions of all rows, including those on other pages. */
      editions: z.array(edition),
      data_info: z.array(airRow),
      total: z.int(),
    }),
  }),
  /** How the report of one hour or day was calculated: each figure's hours, and which were excluded. */
  why: call({
    path: '/monitor/air/index/why',
    needs: 'reading.read',
    input: z.object({ site_id: id, period: z.enum(['hour', 'day']), ts: time }),
    output: z.object({ site: airSite, row: airRow, items: z.array(whyItem) }),
  }),
  /**
   * Good-air rate of sites in a period and in the same period a year before. Default: all sites that the user may see.
   */
  goodRate: call({
    path: '/monitor/air/good_rate/data',
    needs: 'reading.read',
    input: z.object({ site_ids: z.array(id).max(10_000).optional(), ...span }),
    output: z.object({
      data_info: z.array(goodRated),
      total: z.int(),
      /** Set if last year had other rules: this year's editions. */
      now_editions: z.array(edition).nullable(),
    }),
  }),
  /** The terms of a site's comprehensive index in a period. */
  goodRateWhy: call({
    path: '/monitor/air/good_rate/why',
    needs: 'reading.read',
    input: z.object({ site_id: id, ...span }),
    output: z.object({
      site: airSite,
      index: z.number().nullable(),
      /** Of GB 3095, in force on the last day. */
      edition: z.enum(['2012', '2026', '2031']),
      items: z.array(indexItem),
    }),
  }),
  /** The newest hour of each site, ranked by AQI. The home page needs no power, so neither do these. */
  aqiRank: call({
    path: '/monitor/aqi/rank',
    needs: 'signed-in',
    input: z.object(rankInput),
    output: listOf(ranked),
  }),
  /** The same, ranked by the concentration of particles. */
  pmRank: call({
    path: '/monitor/pm/rank',
    needs: 'signed-in',
    input: z.object({ ...rankInput, pollutant: z.enum(['pm25', 'pm10']).default('pm25') }),
    output: listOf(ranked),
  }),
  /** Number of sites by current level: by AQI, and by the individual index of each kind of particles. */
  levelCount: call({
    path: '/monitor/point/pm/aqi/count',
    needs: 'signed-in',
    input: z.object({ site_type: siteType.optional() }),
    output: z.object({
      aqi: z.array(z.int()).length(6),
      pm25: z.array(z.int()).length(6),
      pm10: z.array(z.int()).length(6),
      /** Sites without a current index. */
      none: z.int(),
    }),
  }),
};
