import * as z from 'zod';
import { time } from '#shared/contract/fields.ts';

/** Number of valid values, of expected ones, and of those the standard requires. */
export const coverage = { valid: z.int(), expected: z.int(), needed: z.int() };

/** Why a value is invalid: missing, its flag, its range, or too few values in it. Null if it is valid. */
export const leftOut = z.enum(['missing', 'flag', 'range', 'few']).nullable();
export type LeftOut = z.output<typeof leftOut>;

/** A minute, hour, day or month that a figure is computed from. */
export const whyPart = z.object({
  /** Its start. */
  ts: time,
  value: z.number().nullable(),
  flag: z.string(),
  left_out: leftOut,
  /** The coverage of its own values. */
  ...coverage,
  /** Over its own limit, if it has one. */
  over: z.boolean(),
  /** For an hour: whether its minute values are stored. */
  has_minutes: z.boolean(),
});
export type WhyPart = z.output<typeof whyPart>;
