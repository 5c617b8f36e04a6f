import * as z from 'zod';
import { call } from '#shared/contract/define.ts';
import { id, madeList, time } from '#shared/contract/fields.ts';

export const dataType = z.enum(['realtime', 'minute', 'hour', 'day']);
export type DataType = z.output<typeof dataType>;

/** The data types of devices, and months, which the platform aggregates. */
export const measuredType = z.enum([...dataType.options, 'month']);
export type MeasuredType = z.output<typeof measuredType>;

/** A factor as a column: its name and the format of its values. */
export const factorColumn = z.object({
  component_id: id,
  component_name: z.string(),
  component_name_en: z.string(),
  formula: z.string(),
  unit: z.string(),
  decimals: z.int(),
});
export type FactorColumn = z.output<typeof factorColumn>;

/** Arrays run parallel to the answer's factors; arrays without information are absent. */
export const readingRow = z.object({
  /** The period's start, or the instant of a real-time value. */
  ts: time,
  values: madeList(z.number().nullable()),
  /** '' is N; absent if all are N. */
  flags: madeList(z.string()).optional(),
  /**
   * Origin of each value, one letter each: l live, s resupplied, m manual, r reviewed; for hours, days and months also
   * d sent by the device, or computed from n minutes, t real-time values, h hours, y days; - without a value.
   */
  origins: z.string(),
  /**
   * Whether it is valid for averages and assessment: by its flag and, if computed, by its coverage. Absent if all
   * values are valid.
   */
  counts: madeList(z.boolean()).optional(),
  /**
   * Coverage of each hour, day or month: values received, valid values, and values expected. Absent if all were sent
   * for the whole period, which counts as one of one.
   */
  n: madeList(z.int()).optional(),
  valid: madeList(z.int()).optional(),
  expected: madeList(z.int()).optional(),
  /** For days and months of water: the number of valid values needed. For air a share is needed instead. */
  needed: z.int().optional(),
});
export type MeasuredRow = z.output<typeof readingRow>;

export function countsAt({ values, counts }: Pick<MeasuredRow, 'values' | 'counts'>, place: number): boolean {
  return counts ? (counts[place] ?? false) : (values[place] ?? null) !== null;
}

export const readings = {
  /** Measurements of one site, newest first. For hours, days and months the effective value with its coverage. */
  ofSite: call({
    path: '/monitor/point/data/get',
    needs: 'reading.read',
    input: z.object({
      site_id: id,
      data_type: measuredType,
      from: time,
      /** Exclusive. */
      to: time,
      page_index: z.int().min(1).default(1),
      page_size: z.int().min(1).max(3000).default(50),
    }),
    output: z.object({ factors: z.array(factorColumn), data_info: z.array(readingRow), total: z.int() }),
  }),
};
