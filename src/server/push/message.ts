import { MOST_ITEMS } from '#shared/contract/sites/push.ts';
import { readJson, textOf } from './values.ts';

/** The items of a message, each with its own text, or why they cannot be read. */
export interface Message {
  raw: Buffer;
  values?: { value: unknown; raw: Buffer }[];
  problem?: 'too_large' | 'bad_json' | 'no_items' | 'too_many_items';
}

/** Limit for splitting a list. */
const LONGEST = 4 * 1024 * 1024;

export function readMessage(raw: Buffer): Message {
  if (raw.length > LONGEST) return { raw, problem: 'too_large' };
  const read = readJson(raw);
  if (!read) return { raw, problem: 'bad_json' };
  if (!Array.isArray(read.value)) return { raw, values: [{ value: read.value, raw }] };
  if (read.value.length === 0) return { raw, problem: 'no_items' };
  if (read.value.length > MOST_ITEMS) return { raw, problem: 'too_many_items' };
  return { raw, values: read.value.map((value) => ({ value, raw: textOf(value) })) };
}
