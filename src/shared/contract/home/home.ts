import * as z from 'zod';
import { call, listOf } from '#shared/contract/define.ts';
import { id, time } from '#shared/contract/fields.ts';
import { dataType, factorColumn } from '#shared/contract/readings/readings.ts';
import { namedSites } from '#shared/contract/sites/sites.ts';
import { pollutants } from '#shared/domain/pollutants.ts';
import { type WaterItem, waterItems } from '#shared/domain/water-items.ts';

/** A factor that the index of the air or the class of water is made of. */
const judgedFactor = factorColumn.extend({
  /** National code, by which the standards know it. */
  code: z.string(),
  medium: z.enum(['air', 'water']),
});
export type JudgedFactor = z.output<typeof judgedFactor>;

const waterItem = z.enum(waterItems as [WaterItem, ...WaterItem[]]);
const waterItemList = z.array(waterItem).readonly();
const sectionChoice = z.object({ items: waterItemList, apart: waterItemList });

const newestOfSite = z.object({
  site_id: id,
  online: z.boolean(),
  /** The finest that it sends; null where it never sent any. */
  data_type: dataType.nullable(),
  /** Of the newest value. */
  ts: time.nullable(),
  /** Parallel to the answer's factors of its medium; null where no value counts or the last one is too old. */
  values: z.array(z.number().nullable()),
  /** Which of the answer's factors it is set up to measure or has sent. */
  measures: z.array(id),
  /** The newest wind that counts: metres in a second, and degrees that it comes from. */
  wind: z.object({ speed: z.number(), direction: z.number(), ts: time }).nullable(),
  /** Pollutants that it is not set up to measure. */
  exempt: z.array(z.enum(pollutants)),
  body: z.enum(['river', 'lake']),
  /** Factors whose newest values bear a flag of a fault or of maintenance, with it. */
  flagged: z.array(z.object({ component_id: id, flag: z.string() })),
});
export type NewestOfSite = z.output<typeof newestOfSite>;

/** Days beside which a station's last 24 hours are shown. */
export const comparedSpans = ['now', 'day_before', 'year_before'] as const;
export type ComparedSpan = (typeof comparedSpans)[number];

/** 24 hours of a station, hour by hour. */
const comparedHours = z.object({
  of: z.enum(comparedSpans),
  /** The start of the first hour. */
  from: time,
  /** Parallel to the answer's factors; null where there is none, `counts` tells which of them are valid. */
  lines: z.array(z.object({ values: z.array(z.number().nullable()), counts: z.array(z.boolean()) })),
  /** Of the air; empty of water. */
  aqi: z.array(z.int().nullable()),
});

/** A whole day of a station: the report of its air, or the class of its water. */
const comparedDay = z.object({
  of: z.enum(['yesterday', 'year_before']),
  /** Its start. */
  ts: time,
  aqi: z.int().nullable(),
  /** The level of the air or the class of the water. */
  grade: z.int().min(1).max(6).nullable(),
  primary: z.array(z.enum(pollutants)),
  /** Water: what is worse than class III, the worst first. */
  main: waterItemList,
});
export type ComparedDay = z.output<typeof comparedDay>;

/** The most that one answer replays: a day; a week is asked for day by day. */
export const replayHours = 24;

/** The home map. It needs no power: everyone sees the sites they may see. */
export const home = {
  /** What the stations on the map are coloured by; from then on the live socket tells. */
  newest: call({
    path: '/monitor/home/newest',
    needs: 'signed-in',
    /** Of some sites; without them of all that one may see. */
    input: z.object(namedSites),
    output: z.object({
      factors: z.array(judgedFactor),
      /** The factors that the wind is measured by. */
      wind: z.object({ speed_id: id, direction_id: id }).nullable(),
      /** Which items make the class of each kind of water. */
      water: z.object({ river: sectionChoice, lake: sectionChoice }),
      /** Which values of a factor count, at every site or at one that has a range of its own. */
      rules: z.array(
        z.object({
          site_id: id.nullable(),
          component_id: id,
          min: z.number().nullable(),
          max: z.number().nullable(),
          detection: z.number(),
        }),
      ),
      data_info: z.array(newestOfSite),
      total: z.int(),
    }),
  }),
  /** Hours of the whole network, each by the standard of its date, in columns of small numbers. */
  replay: call({
    path: '/monitor/home/replay',
    needs: 'signed-in',
    input: z.object({
      /** The end of the last hour. */
      to: time,
      hours: z.int().min(1).max(replayHours).default(replayHours),
      /** A factor by its national code; without it the index of the air and the class of the water. */
      code: z.string().max(20).optional(),
    }),
    output: z.object({
      /** The start of the first hour. */
      from: time,
      hours: z.int(),
      site_ids: z.array(id),
      /** Base64, hour by hour, a byte for each site: its level or class, 0 where there is none. */
      levels: z.string(),
      /** Base64, the same with two bytes, the lower first: index, class or value times 10^decimals; 65535 is none. */
      figures: z.string(),
      decimals: z.int(),
    }),
  }),
  /** The last 24 hours of one station, and how its air was in the newest of them. */
  station: call({
    path: '/monitor/home/station',
    needs: 'signed-in',
    input: z.object({ site_id: id }),
    output: z.object({
      site_id: id,
      from: time,
      to: time,
      /** Hour by hour; null where there is none, `counts` tells which of them are valid. */
      factors: listOf(
        factorColumn.extend({
          code: z.string().nullable(),
          values: z.array(z.number().nullable()),
          counts: z.array(z.boolean()),
        }),
      ),
      hour: z
        .object({
          ts: time,
          aqi: z.int().nullable(),
          level: z.int().min(1).max(6).nullable(),
          primary: z.array(z.enum(pollutants)),
          edition: z.enum(['2012', '2026']),
        })
        .nullable(),
    }),
  }),
  /** A station's last 24 hours beside those of the day before and of the year before, and both days as a whole. */
  compare: call({
    path: '/monitor/home/station/compare',
    needs: 'reading.read',
    input: z.object({ site_id: id }),
    output: z.object({
      site_id: id,
      hours: z.int(),
      factors: z.array(factorColumn.extend({ code: z.string().nullable() })),
      spans: z.array(comparedHours),
      days: z.array(comparedDay),
    }),
  }),
};
