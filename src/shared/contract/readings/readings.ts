import * as z from 'zod';
import { call } from '#shared/contract/define.ts';
import { id, madeList, time } from '#shared/contract/fields.ts';

export const dataType = z.enum(['realtime', 'minute', 'hour', 'day']);
export type DataType = z.output<typeof dataType>;

/** What devices send, and months, which the platform sums up. */
export const measuredType = z.enum([...dataType.options, 'month']);
export type MeasuredType = z.output<typeof measuredType>;

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

/** Arrays run parallel to the answer's factors; one that would say nothing is absent. */
export const readingRow = z.object({
  /** The period's start, or the instant of a real-time value. */
  ts: time,
  values: madeList(z.number().nullable()),
  /** '' is N; absent where all are. */
  flags: madeList(z.string()).optional(),
  /**
   * Where each value comes from, a letter for each: l live, s resupplied, m manual, r reviewed; of hours, days and
   * months also d the device's own, or computed from n minutes, t real-time values, h hours, y days; - where there is
   * none.
   */
  origins: z.string(),
  /**
   * Whether it counts in averages and evaluation: by its flag and, where it was computed, by its coverage. Absent where
   * all values that are there do.
   */
  counts: madeList(z.boolean()).optional(),
  /**
   * What each hour, day or month rests on: values that came, those that count, and those there should be. Absent where
   * each was said of the whole period: then one came where one was expected.
   */
  n: madeList(z.int()).optional(),
  valid: madeList(z.int()).optional(),
  expected: madeList(z.int()).optional(),
  /** Of days and months of water: how many of those values they need. Those of air need a share of them. */
  needed: z.int().optional(),
});
export type MeasuredRow = z.output<typeof readingRow>;

export function countsAt({ values, counts }: Pick<MeasuredRow, 'values' | 'counts'>, place: number): boolean {
  return counts ? (counts[place] ?? false) : (values[place] ?? null) !== null;
}

export const readings = {
  /** What one site measured, newest first. Of hours, days and months it is the value that holds, with its coverage. */
  ofSite: call({
    path: '/monitor/point/data/get',
    needs: 'reading.read',
    input: z.object({
      site_id: id,
      data_type: measuredType,
      from: time,
      /** Not included. */
      to: time,
      page_index: z.int().min(1).default(1),
      page_size: z.int().min(1).max(3000).default(50),
    }),
    output: z.object({ factors: z.array(factorColumn), data_info: z.array(readingRow), total: z.int() }),
  }),
};
