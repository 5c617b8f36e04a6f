import * as z from 'zod';
import { call } from '#shared/contract/define.ts';
import { id, time } from '#shared/contract/fields.ts';
import { analysisSpan, stepValues } from './values.ts';

const figure = z.number().nullable();

/** A site's mean compared with those of its neighbours; null if there are too few. */
const amongNeighbours = z.object({
  count: z.int(),
  median: z.number(),
  /** Median absolute deviation. */
  mad: z.number(),
  /** 0.6745 (mean − median) / mad; null if all neighbours are equal. */
  score: figure,
  outlier: z.boolean(),
});
export type AmongNeighbours = z.output<typeof amongNeighbours>;

const comparedSite = z.object({
  site_id: id,
  /** Valid and expected values until now. */
  n: z.int(),
  expected: z.int(),
  mean: figure,
  min: figure,
  q1: figure,
  median: figure,
  q3: figure,
  p95: figure,
  max: figure,
  /** Means of the preceding period of the same length, and of the same period a year ago. */
  before: figure,
  year_before: figure,
  neighbours: amongNeighbours.nullable(),
  /** Compared with the reference, over the hours or days that both have; null without one. */
  difference: figure,
  correlation: figure,
  /** Means of consecutive stretches of time. */
  line: stepValues,
});
export type ComparedSite = z.output<typeof comparedSite>;

/** Sites within this distance are neighbours; with fewer than the minimum there is no comparison. */
export const NEIGHBOUR_KM = 50;
export const LEAST_NEIGHBOURS = 4;
/** Outliers have a higher score. */
export const OUTLIER_SCORE = 3.5;

export const siteComparison = {
  /** One factor at many sites: statistics, changes, outliers, and a line for each. */
  data: call({
    path: '/monitor/analysis/comparison/data',
    needs: 'reading.read',
    input: z.object({
      site_ids: z.array(id).min(1, 'required').max(500),
      component_id: id,
      ...analysisSpan,
      reference_id: id.optional(),
      /** Maximum number of stretches in a line. */
      width: z.int().min(10).max(2000).default(300),
    }),
    output: z.object({
      start: time,
      steps: z.int(),
      /** Hours or days in a stretch. */
      stretch: z.int(),
      data_info: z.array(comparedSite),
      total: z.int(),
    }),
  }),
};
