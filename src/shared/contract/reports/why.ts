import * as z from 'zod';
import { time } from '#shared/contract/fields.ts';

/** Values that count, those there should be, and how many of them the standard wants. */
export const coverage = { valid: z.int(), expected: z.int(), needed: z.int() };

/** Why a value does not count: nothing came, its flag, its range, or too few values in it. Null where it counts. */
export const leftOut = z.enum(['missing', 'flag', 'range', 'few']).nullable();
export type LeftOut = z.output<typeof leftOut>;

/** A minute, hour, day or month that a figure is made of. */
export const whyPart = z.object({
  /** Its start. */
  ts: time,
  value: z.number().nullable(),
  flag: z.string(),
  left_out: leftOut,
  /** The values that it is made of itself. */
  ...coverage,
  /** Over its own limit, where it has one. */
  over: z.boolean(),
  /** Of an hour: whether minute values of it are stored. */
  has_minutes: z.boolean(),
});
export type WhyPart = z.output<typeof whyPart>;
