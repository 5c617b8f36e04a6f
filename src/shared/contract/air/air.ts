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
  /** A pollutant and the time it is averaged over. */
  figure: z.enum([...aqiItems, 'pm10_1h', 'pm25_1h']),
  /** Rounded as it is published; shown with too few hours too, but then marked. */
  concentration: z.number().nullable(),
  iaqi: z.int().nullable(),
  /** NA: not known this time; / the site does not measure it. */
  mark: z.enum(['NA', '/']).nullable(),
});
export type AirItem = z.output<typeof airItem>;

/** The report of one hour or day of one site, by HJ 633 in the edition of its date. */
const airRow = z.object({
  site_id: id,
  /** The period's start. */
  ts: time,
  /** Not over yet: what it says may change. */
  running: z.boolean(),
  edition,
  items: z.array(airItem),
  /** Null is published as NA. */
  aqi: z.int().nullable(),
  level: level.nullable(),
  primary: z.array(pollutant),
  /** Of the edition of 2012 only. */
  over: z.array(pollutant),
});
export type AirRow = z.output<typeof airRow>;

const airSite = z.object({ site_id: id, site_name: z.string(), mn: z.string(), virtual_data: z.boolean() });
export type AirSite = z.output<typeof airSite>;

const whyItem = z.object({
  ...airItem.shape,
  /** Where the value comes from, as `BucketRow` has it. */
  origin: z.string(),
  /** What the coverage counts: hours, or the 8-hour windows of ozone. */
  counted: z.enum(['hours', 'windows']),
  ...coverage,
  /** The factor that the hours are of: each of them can be asked about in its turn. */
  component_id: id.nullable(),
  hours: z.array(whyPart),
});
export type WhyItem = z.output<typeof whyItem>;

/** How many days of a period had which level. */
const dayCounts = z.object({
  /** By level, from I to VI. */
  levels: z.array(z.int()).length(6),
  /** Days with an index; the others have too few valid hours or values. */
  valid: z.int(),
  invalid: z.int(),
  /** 优良率: excellent or good of the valid days, in percent. */
  good_percent: z.number().nullable(),
});
export type DayCounts = z.output<typeof dayCounts>;

/** How good the air of a site was in a period. */
const goodRated = z.object({
  ...airSite.shape,
  now: dayCounts,
  year_before: dayCounts,
  /** The same days by the rules of their dates this year; null where these are the same. */
  year_before_by_now: dayCounts.nullable(),
  /** 综合指数 of the period, with the pollutant that adds most to it. */
  index: z.number().nullable(),
  index_primary: z.array(pollutant),
  /** Whether a month or a year has valid days enough for it; null of other times, and without an index. */
  index_usable: z.boolean().nullable(),
});

/** A pollutant in the comprehensive index. */
const indexItem = z.object({
  pollutant,
  /** Which percentile of the days is judged; null is their mean. */
  percentile: z.int().nullable(),
  /** Rounded as it is published. */
  concentration: z.number().nullable(),
  limit: z.number().nullable(),
  /** Concentration over limit. */
  single: z.number().nullable(),
  valid_days: z.int(),
});
export type IndexItem = z.output<typeof indexItem>;

/** Half-open. The server takes whole hours or days on the network's clock. */
const span = { from: time, to: time };

const ranked = z.object({
  ...airSite.shape,
  city_code: z.string().nullable(),
  /** The hour that it is of. */
  ts: time,
  aqi: z.int().nullable(),
  level: level.nullable(),
  primary: z.array(pollutant),
  /** Of the particles that were asked for. */
  concentration: z.number().nullable(),
});
export type RankedSite = z.output<typeof ranked>;

const rankInput = {
  site_type: siteType.optional(),
  order: z.enum(['best', 'worst']).default('worst'),
  limit: z.int().min(1).max(10_000).default(20),
};

export const air = {
  /** The index forms: site by site, hour by hour or day by day. */
  index: call({
    path: '/monitor/air/index/data',
    needs: 'reading.read',
    input: z.object({
      site_ids: z.array(id).min(1, 'required').max(1000),
      period: z.enum(['hour', 'day']),
      ...span,
      /** Without a size all of them. */
      page_index: z.int().min(1).default(1),
      page_size: z.int().min(1).max(1000).optional(),
      newest_first: z.boolean().default(false),
      /** By AQI instead of by time: those without one last. */
      worst_first: z.boolean().default(false),
    }),
    output: z.object({
      sites: z.array(airSite),
      /** Those that judge the lines, also the ones on other pages. */
      editions: z.array(edition),
      data_info: z.array(airRow),
      total: z.int(),
    }),
  }),
  /** What the report of one hour or day is made of: each figure's hours, and those that were left out. */
  why: call({
    path: '/monitor/air/index/why',
    needs: 'reading.read',
    input: z.object({ site_id: id, period: z.enum(['hour', 'day']), ts: time }),
    output: z.object({ site: airSite, row: airRow, items: z.array(whyItem) }),
  }),
  /** How good the air of sites was in a period, and in the same period a year before. All that one may see by default. */
  goodRate: call({
    path: '/monitor/air/good_rate/data',
    needs: 'reading.read',
    input: z.object({ site_ids: z.array(id).max(10_000).optional(), ...span }),
    output: z.object({
      data_info: z.array(goodRated),
      total: z.int(),
      /** Where last year had other rules: this year's. */
      now_editions: z.array(edition).nullable(),
    }),
  }),
  /** What the comprehensive index of a site in a period is the sum of. */
  goodRateWhy: call({
    path: '/monitor/air/good_rate/why',
    needs: 'reading.read',
    input: z.object({ site_id: id, ...span }),
    output: z.object({
      site: airSite,
      index: z.number().nullable(),
      /** Of GB 3095, that of the last day. */
      edition: z.enum(['2012', '2026', '2031']),
      items: z.array(indexItem),
    }),
  }),
  /** The newest hour of each site, by its index. Home needs no power, so these need none. */
  aqiRank: call({
    path: '/monitor/aqi/rank',
    needs: 'signed-in',
    input: z.object(rankInput),
    output: listOf(ranked),
  }),
  /** The same by the concentration of particles. */
  pmRank: call({
    path: '/monitor/pm/rank',
    needs: 'signed-in',
    input: z.object({ ...rankInput, pollutant: z.enum(['pm25', 'pm10']).default('pm25') }),
    output: listOf(ranked),
  }),
  /** How many sites are at which level now: by their index, and by the individual index of each kind of particles. */
  levelCount: call({
    path: '/monitor/point/pm/aqi/count',
    needs: 'signed-in',
    input: z.object({ site_type: siteType.optional() }),
    output: z.object({
      aqi: z.array(z.int()).length(6),
      pm25: z.array(z.int()).length(6),
      pm10: z.array(z.int()).length(6),
      /** Sites without an index for now. */
      none: z.int(),
    }),
  }),
};
