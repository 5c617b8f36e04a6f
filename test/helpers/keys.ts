import * as z from 'zod';
import { madeItems } from '#shared/contract/fields.ts';

/** The keys of a schema at any depth. */
export function keysOf(schema: unknown): string[] {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([key, inner]) => [key, ...keysOf(inner)]);
  if (schema instanceof z.ZodArray) return keysOf(schema.element);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(keysOf);
  if (schema instanceof z.ZodRecord) return keysOf(schema.valueType);
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return keysOf(schema.unwrap());
  return schema instanceof z.ZodCustom ? keysOf(madeItems.get(schema)) : [];
}

/** The values under some keys of an answer at any depth. */
export function found(answer: unknown, keys: readonly string[]): unknown[] {
  if (Array.isArray(answer)) return answer.flatMap((item) => found(item, keys));
  if (typeof answer !== 'object' || answer === null) return [];
  return Object.entries(answer).flatMap(([key, value]) =>
    keys.includes(key) ? [value].flat() : found(value, keys),
  );
}
