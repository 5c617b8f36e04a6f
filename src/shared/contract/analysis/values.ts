import * as z from 'zod';
import { call } from '#shared/contract/define.ts';
import { id, madeList, time } from '#shared/contract/fields.ts';

/** Analyses use the effective hourly or daily values. */
export const analysisLevel = z.enum(['hour', 'day']);
export type AnalysisLevel = z.output<typeof analysisLevel>;

/** Half-open, extended by the server to whole hours or days in local time. */
export const analysisSpan = { level: analysisLevel, from: time, to: time };

/** Null without a valid value. */
export const stepValues = madeList(z.number().nullable());

const valueSeries = z.object({ site_id: id, component_id: id, values: stepValues });
export type ValueSeries = z.output<typeof valueSeries>;

export const analysisValues = {
  /** All valid hourly or daily values of some factors and sites, for wind roses, profiles and matrices. */
  data: call({
    path: '/monitor/analysis/values/data',
    needs: 'reading.read',
    input: z.object({
      site_ids: z.array(id).min(1, 'required').max(20),
      component_ids: z.array(id).min(1, 'required').max(30),
      ...analysisSpan,
    }),
    output: z.object({
      /** Start of the first hour or day; the others follow without gaps. */
      start: time,
      steps: z.int(),
      series: z.array(valueSeries),
    }),
  }),
};
