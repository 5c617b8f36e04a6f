import * as z from 'zod';
import { call } from '#shared/contract/define.ts';
import { id, madeList, time } from '#shared/contract/fields.ts';
import { factorColumn } from '#shared/contract/readings/readings.ts';
import { siteType } from '#shared/contract/sites/sites.ts';
import { pollutants } from '#shared/domain/pollutants.ts';
import { type ReportKind, reportKinds } from '#shared/domain/report-period.ts';
import { isIsoDate } from '#shared/domain/validators.ts';
import { waterItems } from '#shared/domain/water-items.ts';
import { leftOut, whyPart } from './why.ts';

const figure = z.number().nullable();

const dayCounts = { valid_days: z.int().nullable(), good_days: z.int().nullable() };

/** Air: the index of an hour or day; null is published as NA. */
const airIndex = {
  aqi: z.int().nullable(),
  level: z.int().nullable(),
  primary: z.array(z.enum(pollutants)),
};

const waterItem = z.enum(waterItems as [string, ...string[]]);

/** Water: class I to V, 6 is worse; the main pollutants, and the measured items excluded from the class. */
const waterVerdict = {
  water_class: z.int().nullable(),
  main: z.array(waterItem),
  left_out: z.array(waterItem),
};

/** Water: valid days needed in a month and months needed in a year, by product line. */
const waterNeeds = z.object({ month_days: z.int(), year_months: z.int() });

/** Arrays run parallel to the site's `component_ids`. */
const reportLine = z.object({
  /** The start of the hour, day or month. */
  ts: time,
  /** Not over yet: values may change. */
  running: z.boolean(),
  values: madeList(figure),
  /** Whether each value is valid; invalid ones are shown with a mark. */
  valid: madeList(z.boolean()),
  /** Over the limit in force on its date; there are no limits for months. */
  over: madeList(z.boolean()),
  ...airIndex,
  ...waterVerdict,
  /** Air, in a year: the month's days with an index, and those of level I or II. */
  ...dayCounts,
});
export type ReportLine = z.output<typeof reportLine>;

/** One factor over the whole period. */
const reportSummary = z.object({
  mean: figure,
  max: figure,
  min: figure,
  /** Valid and expected values: hours in a day report, days in longer ones. */
  valid: z.int(),
  expected: z.int(),
  /** Number of valid values over the limit; null without a limit. */
  over: z.int().nullable(),
  /** Whether the mean may be used for assessment; null if the standard has no rule, as for a week. */
  usable: z.boolean().nullable(),
});
export type ReportSummary = z.output<typeof reportSummary>;

const siteReport = z.object({
  site_id: id,
  site_name: z.string(),
  mn: z.string(),
  site_type: siteType,
  virtual_data: z.boolean(),
  component_ids: z.array(id),
  lines: z.array(reportLine),
  summary: z.array(reportSummary),
  /** Air: in week, month and year reports. */
  ...dayCounts,
  /** Air: the index of the day, in a day report. */
  day: z.object({ ...airIndex, running: z.boolean() }).nullable(),
  /** From the means of the period. */
  ...waterVerdict,
  /** The period is not over: its class is provisional. */
  running: z.boolean(),
  water_needs: waterNeeds.nullable(),
});
export type SiteReport = z.output<typeof siteReport>;

export const report = z.object({
  from: time,
  to: time,
  /** The factors of all these sites, in their order. */
  factors: z.array(factorColumn),
  /** Editions used in the period; two if one replaced the other during it. */
  aqi_editions: z.array(z.enum(['2012', '2026'])),
  limit_editions: z.array(z.enum(['2012', '2026', '2031'])),
  sites: z.array(siteReport),
});
export type Report = z.output<typeof report>;

/** Neighbouring periods of other years would not have four-digit years, or cannot have data. */
const isReportDate = (date: string) => isIsoDate(date) && date >= '1900' && date < '3000';

const question = {
  site_ids: z.array(id).min(1, 'required').max(1000),
  /** Any day of the period. */
  date: z.string().refine(isReportDate, 'bad_format'),
};

/** One sheet per site, or sites side by side for each factor. */
export const reportLayout = z.enum(['sheets', 'compare']);
export type ReportLayout = z.output<typeof reportLayout>;

/** Parameters of a report's export. */
export const reportFile = z.object({ kind: z.enum(reportKinds), layout: reportLayout, ...question });

const reportCall = (kind: ReportKind) =>
  call({
    path: `/monitor/form/${kind}`,
    needs: 'reading.read',
    input: z.object(question),
    output: report,
  });

/** A cell of a report: of one of its lines, or of the whole period. */
const cell = {
  site_id: id,
  kind: z.enum(reportKinds),
  date: question.date,
  /** Start of the line; null: the whole period. */
  ts: time.nullable(),
};
export type ReportCell = z.output<z.ZodObject<typeof cell>>;

const reportSite = siteReport.pick({
  site_id: true,
  site_name: true,
  mn: true,
  site_type: true,
  virtual_data: true,
});
export type ReportSite = z.output<typeof reportSite>;

/** The limit that a value is compared with. */
const limit = z.object({
  low: figure,
  high: figure,
  unit: z.string(),
  /** Air: the edition of GB 3095 and the averaging period of the limit. */
  edition: z.enum(['2012', '2026', '2031']).nullable(),
  period: z.enum(['1h', '8h', '24h']).nullable(),
  /** Water: the target class of the section. */
  target: z.int().nullable(),
});
export type ReportLimit = z.output<typeof limit>;

const revision = z.object({
  data_type: z.enum(['realtime', 'minute', 'hour', 'day']),
  ts: time,
  replaced_at: time,
  value: figure,
  flag: z.string(),
  origin: z.string(),
  /** What replaced it. */
  reason: z.enum(['resent', 'resupplied', 'manual', 'reviewed', 'undone', 'corrected']),
});
export type WhyRevision = z.output<typeof revision>;

const whyCell = z.object({
  site: reportSite,
  factor: factorColumn,
  value: figure,
  max: figure,
  min: figure,
  /** Origin of a line's value, as in `BucketRow`. */
  origin: z.string(),
  flag: z.string(),
  left_out: leftOut,
  /** The unit of the coverage. */
  counted: z.enum(['values', 'hours', 'windows', 'days', 'months']),
  valid: z.int(),
  expected: z.int(),
  /** Null if the standard has no rule, as for a week. */
  needed: z.int().nullable(),
  over: z.int(),
  /** For a line over its limit: the exceedance as a multiple of the limit. */
  times: figure,
  limit: limit.nullable(),
  /** For an hour: why its packet may not be found, and whether packets of that time can be searched. */
  unpacked: z
    .object({
      why: z.enum(['corrected', 'file', 'demo', 'aged', 'old', 'unkept']),
      days: z.int().nullable(),
      searchable: z.boolean(),
      /** Packets stored under this hour with a corrected time; their own time is different. */
      held: z.int(),
    })
    .nullable(),
  /** The level of the parts that it is computed from. */
  level: z.enum(['minute', 'hour', 'day', 'month']),
  /** Minutes are shown as measured, longer parts as rounded in reports. */
  part_decimals: z.int(),
  parts: z.array(whyPart),
  /** For a line: replaced values, also of the shorter periods in it. */
  revisions: z.array(revision),
});
export type WhyCell = z.output<typeof whyCell>;

const classItem = z.object({
  component_id: id,
  item: waterItem,
  value: figure,
  unit: z.string(),
  class: z.int().nullable(),
  /** Exceedance of the class III limit, as a multiple of it. */
  multiple: figure,
  /** Pollution index against the target class of the section: it complies up to 1. */
  index: figure,
  /** For I to V: the bounds of each class. */
  bounds: z.array(z.object({ low: figure, high: figure })).length(5),
  /** Whether it is part of the section's class, assessed separately, or not assessed. */
  role: z.enum(['counts', 'apart', 'none']),
  left_out: leftOut,
});
export type WhyClassItem = z.output<typeof classItem>;

/** Reports: factors by time for sites, with the assessment under the standards. */
export const reports = {
  day: reportCall('day'),
  week: reportCall('week'),
  month: reportCall('month'),
  year: reportCall('year'),
  /** How a value was calculated: its limit, its coverage and its parts. */
  why: call({
    path: '/monitor/form/why',
    needs: 'reading.read',
    input: z.object({
      ...cell,
      component_id: id,
      /** With the factor's own decimals, as in history, instead of those of the standard. */
      unrounded: z.boolean().default(false),
    }),
    output: whyCell,
  }),
  /** How a water class was determined, by item. */
  classWhy: call({
    path: '/monitor/form/class/why',
    needs: 'reading.read',
    input: z.object(cell),
    output: z.object({
      site: reportSite,
      body: z.enum(['river', 'lake']),
      class: z.int().nullable(),
      /** The target class of the section. */
      target: z.int(),
      /** CWQI: the sum of the indices against class III, and the number of items. */
      composite: z.object({ index: figure, count: z.int() }),
      items: z.array(classItem),
      /** Items of the class that the site does not measure. */
      unmeasured: z.array(waterItem),
      /** The period is not over: the class is provisional. */
      running: z.boolean(),
      water_needs: waterNeeds.nullable(),
    }),
  }),
};
