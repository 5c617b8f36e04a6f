import * as z from 'zod';
import { call, listOf } from '#shared/contract/define.ts';
import { id, madeList, time } from '#shared/contract/fields.ts';
import { averaging } from '#shared/contract/site-config/factors.ts';
import { namedSites } from '#shared/contract/sites/sites.ts';
import { limitedClasses } from '#shared/domain/water-items.ts';
import { factorColumn, measuredType, readingRow } from './readings.ts';

/** Without sites all that the asker may see are meant, but for those with virtual data, which have to be named. */
const question = {
  ...namedSites,
  component_ids: z.array(id).min(1, 'required').max(50),
  data_type: measuredType,
  from: time,
  /** Not included. */
  to: time,
};

const historyFactor = factorColumn.extend({
  /** National code, by which limits know it; of a derived factor that of the one it is made from. */
  code_2017: z.string().nullable(),
  averaging,
  /** Of the factor itself, whatever sites show it with: what reports give it, and judge it by. */
  report_decimals: z.int(),
  /** How the platform makes its days from the hours of another factor; null of one that devices send. */
  derivation: z.enum(['max_1h', 'max_8h']).nullable(),
});
export type HistoryFactor = z.output<typeof historyFactor>;

/** What a section of water is held against. */
const sectionTarget = z.object({
  site_id: id,
  body: z.enum(['river', 'lake']),
  target: z.literal(limitedClasses),
});
export type SectionTarget = z.output<typeof sectionTarget>;

/** What a value can have beside it: the extremes within its period, its flag, and how much of it is valid. */
export const historyBeside = z.enum(['min', 'max', 'flag', 'rate']);
export type HistoryBeside = z.output<typeof historyBeside>;

const numbers = madeList(z.number().nullable());

/** Arrays run parallel to the answer's factors. */
const historyRow = readingRow.extend({
  site_id: id,
  /** Where they were asked for. */
  min: numbers.optional(),
  max: numbers.optional(),
});
export type HistoryRow = z.output<typeof historyRow>;

/** One factor over time, parallel to the times of its site. */
const courseLine = z.object({
  component_id: id,
  /** The lowest and the highest of each stretch; without the highest each value stands for itself. */
  low: numbers,
  high: numbers.optional(),
  /** Places of what does not count in averages and evaluation. */
  doubtful: madeList(z.int()),
});

const siteCourse = z.object({
  site_id: id,
  /** Milliseconds since 1970: the start of each period, or of the first in each stretch. */
  times: madeList(z.number()),
  /** Of the last in each stretch, where values were put together. */
  ends: madeList(z.number()).optional(),
  /** Whether values were put together; a shorter time shows more of them. */
  reduced: z.boolean(),
  lines: z.array(courseLine),
});
export type SiteCourse = z.output<typeof siteCourse>;

/** Mean, extremes and percentile are of the values that count. */
const factorFigures = z.object({
  site_id: id,
  component_id: id,
  count: z.int(),
  valid: z.int(),
  /** Values there should be by now; of minutes by the step of those that came. */
  expected: z.int(),
  mean: z.number().nullable(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  p95: z.number().nullable(),
});
export type FactorFigures = z.output<typeof factorFigures>;

/** What sites measured: some factors of some sites, of one data type, in a time. */
export const history = {
  /** The factors that these sites are set up with or have sent, in the order of the sites, and the water among them. */
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
  /** A line per period and site. */
  table: call({
    path: '/monitor/point/data/get/list',
    needs: 'reading.read',
    input: z.object({
      ...question,
      order: z.enum(['asc', 'desc']).default('desc'),
      /** Whether the lowest and highest values within each period are told too. */
      extremes: z.boolean().default(false),
      page_index: z.int().min(1).default(1),
      page_size: z.int().min(1).max(10_000).default(50),
    }),
    output: z.object({ factors: z.array(historyFactor), data_info: madeList(historyRow), total: z.int() }),
  }),
  /** For charts: no more than `width` stretches of time, the extremes of each kept, and nothing where there is nothing. */
  course: call({
    path: '/monitor/point/datas/get',
    needs: 'reading.read',
    input: z.object({ ...question, width: z.int().min(10).max(4000).default(1000) }),
    output: listOf(siteCourse),
  }),
  /** How many values, how good they are, and what they come to. */
  figures: call({
    path: '/monitor/point/data/get/group',
    needs: 'reading.read',
    input: z.object(question),
    output: listOf(factorFigures),
  }),
};
