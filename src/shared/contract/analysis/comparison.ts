import * as z from 'zod';
import { call } from '#shared/contract/define.ts';
import { id, time } from '#shared/contract/fields.ts';
import { analysisSpan, stepValues } from './values.ts';

const figure = z.number().nullable();

/** How a site's mean stands among those of its neighbours; null where there are too few of them to tell. */
const amongNeighbours = z.object({
  count: z.int(),
  median: z.number(),
  /** Median absolute deviation. */
  mad: z.number(),
  /** 0.6745 (mean − median) / mad; null where all neighbours are alike. */
  score: figure,
  outlier: z.boolean(),
});
export type AmongNeighbours = z.output<typeof amongNeighbours>;

const comparedSite = z.object({
  site_id: id,
  /** Values that count, and those there should be by now. */
  n: z.int(),
  expected: z.int(),
  mean: figure,
  min: figure,
  q1: figure,
  median: figure,
  q3: figure,
  p95: figure,
  max: figure,
  /** Means of the period before, which is as long, and of the same period a year ago. */
  before: figure,
  year_before: figure,
  neighbours: amongNeighbours.nullable(),
  /** Beside the reference, in the hours or days that both have; null without one. */
  difference: figure,
  correlation: figure,
  /** Means of stretches of time, one after the other. */
  line: stepValues,
});
export type ComparedSite = z.output<typeof comparedSite>;

/** Sites nearer than this are neighbours, and of fewer nothing is said. */
export const NEIGHBOUR_KM = 50;
export const LEAST_NEIGHBOURS = 4;
/** A score beyond it marks an outlier. */
export const OUTLIER_SCORE = 3.5;

export const siteComparison = {
  /** One factor over many sites: figures, changes, outliers, and a line of each. */
  data: call({
    path: '/monitor/analysis/comparison/data',
    needs: 'reading.read',
    input: z.object({
      site_ids: z.array(id).min(1, 'required').max(500),
      component_id: id,
      ...analysisSpan,
      reference_id: id.optional(),
      /** In how many stretches at most a line is told. */
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
