import * as z from 'zod';
import { call } from './define.ts';
import { id, time } from './fields.ts';

export const dataType = z.enum(['realtime', 'minute', 'hour', 'day']);
export type DataType = z.output<typeof dataType>;

/** A factor as a column: its name, and how its values are written. */
export const factorColumn = z.object({
  component_id: id,
  component_name: z.string(),
  component_name_en: z.string(),
  formula: z.string(),
  unit: z.string(),
  decimals: z.int(),
});
export type FactorColumn = z.output<typeof factorColumn>;

/** Arrays run parallel to the answer's factors. */
const readingRow = z.object({
  /** The period's start, or the instant of a real-time value. */
  ts: time,
  values: z.array(z.number().nullable()),
  /** '' is N. */
  flags: z.array(z.string()),
  /**
   * Where each value comes from: l live, s resupplied, m manual, r reviewed; of hours and days also d the device's
   * own, or computed from n minutes, t real-time values, h hours; '' where there is none.
   */
  origins: z.array(z.string()),
  /** Whether it counts in averages and evaluation: by its flag and, where it was computed, by its coverage. */
  counts: z.array(z.boolean()),
});
export type MeasuredRow = z.output<typeof readingRow>;

export const readings = {
  /** What one site measured, newest first. Of hours and days it is the value that holds. */
  ofSite: call({
    path: '/monitor/point/data/get',
    needs: 'reading.read',
    input: z.object({
      site_id: id,
      data_type: dataType,
      from: time,
      /** Not included. */
      to: time,
      page_index: z.int().min(1).default(1),
      page_size: z.int().min(1).max(3000).default(50),
    }),
    output: z.object({ factors: z.array(factorColumn), data_info: z.array(readingRow), total: z.int() }),
  }),
};
