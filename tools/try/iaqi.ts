import * as z from 'zod';
import { aqiItems, iaqi } from '#shared/domain/iaqi.ts';

const question = z.object({
  rules: z.enum(['2012', '2026']),
  item: z.enum(aqiItems),
  /** Null if nothing was measured. */
  c: z.number().nullable(),
});

/** The individual index of one concentration. */
export function tryIaqi(line: string) {
  const { rules, item, c } = question.parse(JSON.parse(line));
  return { iaqi: c === null ? null : iaqi(rules, item, c) };
}
