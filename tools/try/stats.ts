import * as z from 'zod';
import { o3DailyMax8h } from '#shared/domain/ozone.ts';
import { percentile } from '#shared/domain/statistics.ts';
import { circularMean } from '#shared/domain/wind.ts';

const question = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('percentile'), p: z.number().min(0).max(100), xs: z.array(z.number()) }),
  z.object({ kind: z.literal('circular_mean'), dirs: z.array(z.number()) }),
  z.object({ kind: z.literal('o3_8h_daily'), hours: z.array(z.number().nullable()).length(24) }),
]);

/** The statistics of the standards. */
export function tryStats(line: string) {
  const asked = question.parse(JSON.parse(line));
  switch (asked.kind) {
    case 'percentile':
      return { v: percentile(asked.p, asked.xs) };
    case 'circular_mean':
      return { v: circularMean(asked.dirs) ?? null };
    case 'o3_8h_daily': {
      const { value, valid } = o3DailyMax8h(asked.hours);
      return { v: value, valid };
    }
  }
}
