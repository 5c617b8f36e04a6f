import * as z from 'zod';
import { call, listOf } from '#shared/contract/define.ts';
import { id, time } from '#shared/contract/fields.ts';
import { dataType, factorColumn } from '#shared/contract/readings/readings.ts';
import { namedSites } from '#shared/contract/sites/sites.ts';
import { pollutants } from '#shared/domain/pollutants.ts';
import { type WaterItem, waterItems } from '#shared/domain/water-items.ts';

/** A factor used for the air quality index or the water class. */
const judgedFactor = factorColumn.extend({
  /** National code. */
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
  /** Its finest data type; null if it has never sent data. */
  data_type: dataType.nullable(),
  /** Time of the newest value. */
  ts: time.nullable(),
  /** Parallel to the answer's factors of its medium; null if there is no valid value or it is too old. */
  values: z.array(z.number().nullable()),
  /** Those of the answer's factors that it is set up to measure or has sent. */
  measures: z.array(id),
  /** The newest valid wind: speed in m/s, and the direction it comes from in degrees. */
  wind: z.object({ speed: z.number(), direction: z.number(), ts: time }).nullable(),
  /** Pollutants that it is not set up to measure. */
  exempt: z.array(z.enum(pollutants)),
  body: z.enum(['river', 'lake']),
  /** Factors whose newest values have a fault or maintenance flag. */
  flagged: z.array(z.object({ component_id: id, flag: z.string() })),
});
export type NewestOfSite = z.output<typeof newestOfSite>;

/** The last 24 hours of a station and the days they are compared with. */
export const comparedSpans = ['now', 'day_before', 'year_before'] as const;
export type ComparedSpan = (typeof comparedSpans)[number];

/** 24 hours of a station, by hour. */
const comparedHours = z.object({
  of: z.enum(comparedSpans),
  /** The start of the first hour. */
  from: time,
  /** Parallel to the answer's factors; null if there is no value, `counts` says which are valid. */
  lines: z.array(z.object({ values: z.array(z.number().nullable()), counts: z.array(z.boolean()) })),
  /** For air; empty for water. */
  aqi: z.array(z.int().nullable()),
});

/** A whole day of a station: its air report or its water class. */
const comparedDay = z.object({
  of: z.enum(['yesterday', 'year_before']),
  /** Its start. */
  ts: time,
  aqi: z.int().nullable(),
  /** Air level or water class. */
  grade: z.int().min(1).max(6).nullable(),
  primary: z.array(z.enum(pollutants)),
  /** Water: the items worse than class III, the worst first. */
  main: waterItemList,
});
export type ComparedDay = z.output<typeof comparedDay>;

/** The longest range of one answer: a day. Pages request a week day by day. */
export const replayHours = 24;

/** The home map. It needs no power: users see the sites that they may see. */
export const home = {
  /** Values that the stations on the map are coloured by; updates come through the live socket. */
  newest: call({
    path: '/monitor/home/newest',
    needs: 'signed-in',
    /** Of some sites, or of all that the user may see. */
    input: z.object(namedSites),
    output: z.object({
      factors: z.array(judgedFactor),
      /** The factors of wind speed and direction. */
      wind: z.object({ speed_id: id, direction_id: id }).nullable(),
      /** The items that determine the class of each kind of water. */
      water: z.object({ river: sectionChoice, lake: sectionChoice }),
      /** Valid ranges of factors, for all sites or for a site with its own range. */
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
  /** Hours of the whole network, each assessed under the standard of its date, in compact binary columns. */
  replay: call({
    path: '/monitor/home/replay',
    needs: 'signed-in',
    input: z.object({
      /** The end of the last hour. */
      to: time,
      hours: z.int().min(1).max(replayHours).default(replayHours),
      /** National code of a factor; without it the air quality index and the water class. */
      code: z.string().max(20).optional(),
    }),
    output: z.object({
      /** The start of the first hour. */
      from: time,
      hours: z.int(),
      site_ids: z.array(id),
      /** Base64, by hour, one byte per site: its level or class, 0 for none. */
      levels: z.string(),
      /** Base64, the same with two bytes, little-endian: index, class or value × 10^decimals; 65535 is none. */
      figures: z.string(),
      decimals: z.int(),
    }),
  }),
  /** The last 24 hours of one station, and the air quality in the newest of them. */
  station: call({
    path: '/monitor/home/station',
    needs: 'signed-in',
    input: z.object({ site_id: id }),
    output: z.object({
      site_id: id,
      from: time,
      to: time,
      /** By hour; null if there is no value, `counts` says which are valid. */
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
  /** A station's last 24 hours, those of the day before and of the year before, and whole days. */
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
