import * as z from 'zod';
import { call, listOf } from '#shared/contract/define.ts';
import { id, madeList, time } from '#shared/contract/fields.ts';
import { averaging } from '#shared/contract/site-config/factors.ts';
import { namedSites } from '#shared/contract/sites/sites.ts';
import { limitedClasses } from '#shared/domain/water-items.ts';
import { factorColumn, measuredType, readingRow } from './readings.ts';

/** Without sites: all that the user may see, except those with virtual data, which must be named. */
const question = {
  ...namedSites,
  component_ids: z.array(id).min(1, 'required').max(50),
  data_type: measuredType,
  from: time,
  /** Exclusive. */
  to: time,
};

const historyFactor = factorColumn.extend({
  /** National code, for finding limits; for a derived factor the code of its source factor. */
  code_2017: z.string().nullable(),
  averaging,
  /** Decimals of the factor itself, used in reports and assessment; sites may show it with others. */
  report_decimals: z.int(),
  /** How the platform derives its days from the hours of another factor; null if devices send it. */
  derivation: z.enum(['max_1h', 'max_8h']).nullable(),
});
export type HistoryFactor = z.output<typeof historyFactor>;

/** Target class of a water section. */
const sectionTarget = z.object({
  site_id: id,
  body: z.enum(['river', 'lake']),
  target: z.literal(limitedClasses),
});
export type SectionTarget = z.output<typeof sectionTarget>;

/** Additional columns of a value: extremes of its period, flag, and share of valid values. */
export const historyBeside = z.enum(['min', 'max', 'flag', 'rate']);
export type HistoryBeside = z.output<typeof historyBeside>;

const numbers = madeList(z.number().nullable());

/** Arrays run parallel to the answer's factors. */
const historyRow = readingRow.extend({
  site_id: id,
  /** Only on request. */
  min: numbers.optional(),
  max: numbers.optional(),
});
export type HistoryRow = z.output<typeof historyRow>;

/** One factor over time, parallel to the times of its site. */
const courseLine = z.object({
  component_id: id,
  /** Minimum and maximum of each stretch; without `high` these are single values. */
  low: numbers,
  high: numbers.optional(),
  /** Indices of values that are excluded from averages and assessment. */
  doubtful: madeList(z.int()),
});

const siteCourse = z.object({
  site_id: id,
  /** Milliseconds since 1970: the start of each period, or of the first one in each stretch. */
  times: madeList(z.number()),
  /** Start of the last period in each stretch, if values were aggregated. */
  ends: madeList(z.number()).optional(),
  /** Whether values were aggregated; a shorter range shows more detail. */
  reduced: z.boolean(),
  lines: z.array(courseLine),
});
export type SiteCourse = z.output<typeof siteCourse>;

/** Mean, extremes and percentile use valid values only. */
const factorFigures = z.object({
  site_id: id,
  component_id: id,
  count: z.int(),
  valid: z.int(),
  /** Values expected by now; for minutes by the step of received ones. */
  expected: z.int(),
  mean: z.number().nullable(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  p95: z.number().nullable(),
});
export type FactorFigures = z.output<typeof factorFigures>;

/** Measurements of sites by factor, data type and time. */
export const history = {
  /**
   * The factors that these sites are set up with or have sent, in the order of the sites, and water targets among them.
   */
  factors: call({
    path: '/monitor/point/data/get/factor',
    needs: 'reading.read',
    input: z.object(namedSites),
    output: z.object({
      data_info: z.array(historyFactor),
      total: z.int(),
      sections: z.array(sectionTarget),
    }),
  }),
  /** One row per period and site. */
  table: call({
    path: '/monitor/point/data/get/list',
    needs: 'reading.read',
    input: z.object({
      ...question,
      order: z.enum(['asc', 'desc']).default('desc'),
      /** Whether minimum and maximum of each period are included. */
      extremes: z.boolean().default(false),
      page_index: z.int().min(1).default(1),
      page_size: z.int().min(1).max(10_000).default(50),
    }),
    output: z.object({ factors: z.array(historyFactor), data_info: madeList(historyRow), total: z.int() }),
  }),
  /** For charts: at most `width` stretches with their extremes; empty stretches are left out. */
  course: call({
    path: '/monitor/point/datas/get',
    needs: 'reading.read',
    input: z.object({ ...question, width: z.int().min(10).max(4000).default(1000) }),
    output: listOf(siteCourse),
  }),
  /** Statistics: number and validity of values, mean, extremes and percentile. */
  figures: call({
    path: '/monitor/point/data/get/group',
    needs: 'reading.read',
    input: z.object(question),
    output: listOf(factorFigures),
  }),
};
