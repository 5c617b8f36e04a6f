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

/** Of air: the index of an hour or day; null is published as NA. */
const airIndex = {
  aqi: z.int().nullable(),
  level: z.int().nullable(),
  primary: z.array(z.enum(pollutants)),
};

const waterItem = z.enum(waterItems as [string, ...string[]]);

/** Of water: I to V, 6 is worse; the items that make it bad, and those measured that took no part in the class. */
const waterVerdict = {
  water_class: z.int().nullable(),
  main: z.array(waterItem),
  left_out: z.array(waterItem),
};

/** Of water: the valid days that a month needs and the months that a year needs, by its product line. */
const waterNeeds = z.object({ month_days: z.int(), year_months: z.int() });

/** Arrays run parallel to the site's `component_ids`. */
const reportLine = z.object({
  /** The start of the hour, day or month. */
  ts: time,
  /** Not over yet: what it says may change. */
  running: z.boolean(),
  values: madeList(figure),
  /** Whether each counts; what does not is shown and marked. */
  valid: madeList(z.boolean()),
  /** Over the limit of its kind in force on its date; of months none is. */
  over: madeList(z.boolean()),
  ...airIndex,
  ...waterVerdict,
  /** Of air, in a year: the month's days with an index, and those of them at level I or II. */
  ...dayCounts,
});
export type ReportLine = z.output<typeof reportLine>;

/** One factor over the whole period. */
const reportSummary = z.object({
  mean: figure,
  max: figure,
  min: figure,
  /** Values that count, and those there should be: hours of a day, days of everything longer. */
  valid: z.int(),
  expected: z.int(),
  /** Of the valid ones; null of what has no limit. */
  over: z.int().nullable(),
  /** Whether the mean may be used for evaluation; null where the standard has no rule, as for a week. */
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
  /** Of air, over weeks, months and years. */
  ...dayCounts,
  /** Of air, in a day: the index of the day itself. */
  day: z.object({ ...airIndex, running: z.boolean() }).nullable(),
  /** Of the period's means. */
  ...waterVerdict,
  /** The period is not over: its class is of what there is. */
  running: z.boolean(),
  water_needs: waterNeeds.nullable(),
});
export type SiteReport = z.output<typeof siteReport>;

export const report = z.object({
  from: time,
  to: time,
  /** The factors of all these sites, in their order. */
  factors: z.array(factorColumn),
  /** Editions that the period is judged by; two where one replaced the other in the middle of it. */
  aqi_editions: z.array(z.enum(['2012', '2026'])),
  limit_editions: z.array(z.enum(['2012', '2026', '2031'])),
  sites: z.array(siteReport),
});
export type Report = z.output<typeof report>;

/** The periods of other years begin or end in one that is not written with four digits, or nobody measured in them. */
const isReportDate = (date: string) => isIsoDate(date) && date >= '1900' && date < '3000';

const question = {
  site_ids: z.array(id).min(1, 'required').max(1000),
  /** Any day of the period. */
  date: z.string().refine(isReportDate, 'bad_format'),
};

/** Sites one after the other, or side by side for each factor. */
export const reportLayout = z.enum(['sheets', 'compare']);
export type ReportLayout = z.output<typeof reportLayout>;

/** What a report is exported by. */
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
  /** The line's; null is the whole period. */
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

/** What a value is held against. */
const limit = z.object({
  low: figure,
  high: figure,
  unit: z.string(),
  /** Of air: the edition of GB 3095, and the time that the limit is averaged over. */
  edition: z.enum(['2012', '2026', '2031']).nullable(),
  period: z.enum(['1h', '8h', '24h']).nullable(),
  /** Of water: the class that the section is meant to have. */
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
  /** What came instead. */
  reason: z.enum(['resent', 'resupplied', 'manual', 'reviewed', 'undone', 'corrected']),
});
export type WhyRevision = z.output<typeof revision>;

const whyCell = z.object({
  site: reportSite,
  factor: factorColumn,
  value: figure,
  max: figure,
  min: figure,
  /** Where a line's value comes from, as `BucketRow` has it. */
  origin: z.string(),
  flag: z.string(),
  left_out: leftOut,
  /** What the coverage counts. */
  counted: z.enum(['values', 'hours', 'windows', 'days', 'months']),
  valid: z.int(),
  expected: z.int(),
  /** None where the standard has no rule, as for a week. */
  needed: z.int().nullable(),
  over: z.int(),
  /** Of a line that is over its limit: by how many times the limit. */
  times: figure,
  limit: limit.nullable(),
  /** Of an hour: why no packet may be found that brought it, and whether packets of its time can be searched. */
  unpacked: z
    .object({
      why: z.enum(['corrected', 'file', 'demo', 'aged', 'old', 'unkept']),
      days: z.int().nullable(),
      searchable: z.boolean(),
      /** Packets that were taken in under this hour with a corrected time: they bear another one themselves. */
      held: z.int(),
    })
    .nullable(),
  /** What it is made of. */
  level: z.enum(['minute', 'hour', 'day', 'month']),
  /** Minutes are shown as they were measured, longer parts as the report rounds them. */
  part_decimals: z.int(),
  parts: z.array(whyPart),
  /** Of a line: what stood there, and in the shorter periods in it, before it was replaced. */
  revisions: z.array(revision),
});
export type WhyCell = z.output<typeof whyCell>;

const classItem = z.object({
  component_id: id,
  item: waterItem,
  value: figure,
  unit: z.string(),
  class: z.int().nullable(),
  /** By how many times class III's limit it is over it. */
  multiple: figure,
  /** The pollution index against the class that the section is meant to have: up to 1 it complies. */
  index: figure,
  /** Of I to V: what is within these is of the class. */
  bounds: z.array(z.object({ low: figure, high: figure })).length(5),
  /** Whether it makes the class of the section, is judged apart from it, or not at all. */
  role: z.enum(['counts', 'apart', 'none']),
  left_out: leftOut,
});
export type WhyClassItem = z.output<typeof classItem>;

/** Factors × time of sites, with what the standards say of them. */
export const reports = {
  day: reportCall('day'),
  week: reportCall('week'),
  month: reportCall('month'),
  year: reportCall('year'),
  /** Why a factor has this value there: its limit, its coverage, and the parts that it is made of. */
  why: call({
    path: '/monitor/form/why',
    needs: 'reading.read',
    input: z.object({
      ...cell,
      component_id: id,
      /** With the factor's own decimals, as history shows values, instead of those that the standard rounds to. */
      unrounded: z.boolean().default(false),
    }),
    output: whyCell,
  }),
  /** Why water has this class there, item by item. */
  classWhy: call({
    path: '/monitor/form/class/why',
    needs: 'reading.read',
    input: z.object(cell),
    output: z.object({
      site: reportSite,
      body: z.enum(['river', 'lake']),
      class: z.int().nullable(),
      /** The class that the section is meant to have. */
      target: z.int(),
      /** CWQI: the sum of the indices against class III of so many items. */
      composite: z.object({ index: figure, count: z.int() }),
      items: z.array(classItem),
      /** Items of the class that the site does not measure. */
      unmeasured: z.array(waterItem),
      /** The period is not over: the class is of what there is. */
      running: z.boolean(),
      water_needs: waterNeeds.nullable(),
    }),
  }),
};
