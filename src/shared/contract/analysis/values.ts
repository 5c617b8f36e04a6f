import * as z from 'zod';
import { call } from '#shared/contract/define.ts';
import { id, madeList, time } from '#shared/contract/fields.ts';

/** What analysis looks at: what holds of each hour or day. */
export const analysisLevel = z.enum(['hour', 'day']);
export type AnalysisLevel = z.output<typeof analysisLevel>;

/** Half-open; the server takes whole hours or days on the network's clock. */
export const analysisSpan = { level: analysisLevel, from: time, to: time };

/** Null where nothing counts. */
export const stepValues = madeList(z.number().nullable());

const valueSeries = z.object({ site_id: id, component_id: id, values: stepValues });
export type ValueSeries = z.output<typeof valueSeries>;

export const analysisValues = {
  /** Every hour or day of some factors of some sites, only what counts: roses, profiles and matrices are drawn from it. */
  data: call({
    path: '/monitor/analysis/values/data',
    needs: 'reading.read',
    input: z.object({
      site_ids: z.array(id).min(1, 'required').max(20),
      component_ids: z.array(id).min(1, 'required').max(30),
      ...analysisSpan,
    }),
    output: z.object({
      /** Of the first hour or day; the others follow one after the other. */
      start: time,
      steps: z.int(),
      series: z.array(valueSeries),
    }),
  }),
};
