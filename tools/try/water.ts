import * as z from 'zod';
import { waterClass } from '#shared/domain/water-class.ts';
import { waterItems } from '#shared/domain/water-items.ts';

/** Null if nothing was measured. */
const question = z.object({ item: z.enum(waterItems), c: z.number().nullable() });

/** The water class by one item. */
export function tryWater(line: string) {
  const { item, c } = question.parse(JSON.parse(line));
  return { class: c === null ? null : waterClass(item, c) };
}
