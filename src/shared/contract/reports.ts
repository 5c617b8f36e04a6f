import * as z from 'zod';
import { pollutants } from '#shared/domain/pollutants.ts';
import { type ReportKind, reportKinds } from '#shared/domain/report-period.ts';
import { isIsoDate } from '#shared/domain/validators.ts';
import { waterItems } from '#shared/domain/water-items.ts';
import { call } from './define.ts';
import { id, time } from './fields.ts';
import { factorColumn } from './readings.ts';
import { siteType } from './sites.ts';

const figure = z.number().nullable();

const dayCounts = { valid_days: z.int().nullable(), good_days: z.int().nullable() };

/** Arrays run parallel to the site's `component_ids`. */
const reportLine = z.object({
  /** The start of the hour, day or month. */
  ts: time,
  values: z.array(figure),
  /** Whether each counts; what does not is shown and marked. */
  valid: z.array(z.boolean()),
  /** Over the limit of its kind in force on its date; of months none is. */
  over: z.array(z.boolean()),
  /** Of air: the index of an hour or day; null is published as NA. */
  aqi: z.int().nullable(),
  level: z.int().nullable(),
  primary: z.array(z.enum(pollutants)),
  /** Of water: I to V, 6 is worse; and the items that make it bad. */
  water_class: z.int().nullable(),
  main: z.array(z.enum(waterItems as [string, ...string[]])),
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
  /** Of the valid ones. */
  over: z.int(),
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
  /** Of water: the class of the period's means. */
  water_class: z.int().nullable(),
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

const question = {
  site_ids: z.array(id).min(1, 'required').max(1000),
  /** Any day of the period. */
  date: z.string().refine(isIsoDate, 'bad_format'),
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

/** Factors × time of sites, with what the standards say of them. */
export const reports = {
  day: reportCall('day'),
  week: reportCall('week'),
  month: reportCall('month'),
  year: reportCall('year'),
};
