import * as z from 'zod';
import { isLatitude, isLongitude, isMobile } from '#shared/domain/validators.ts';

/**
 * Field types of contracts. The message of a failed check is a key under `problems` in the words: the server does not
 * build user text, and both languages come from one place.
 */
export const id = z.int().min(0);
export const text = (max: number) => z.string().trim().max(max);
/** Must contain a visible character. */
export const name = (max = 50) =>
  text(max)
    .min(1, { error: 'required', abort: true })
    .regex(/[^\p{C}\p{Z}\p{M}]/u, 'required');
export const remark = text(200).default('');
export const mobile = z.string().trim().refine(isMobile, 'bad_mobile');
export const smsCode = z
  .string()
  .trim()
  .regex(/^\d{6}$/, 'bad_format');
/** "At least 6 digits" in the spec means six characters of any kind. */
export const password = z.string().min(6, 'too_short').max(128);
export const time = z.iso.datetime({ offset: true });
export const longitude = z.number().refine(isLongitude, 'not_longitude');
export const latitude = z.number().refine(isLatitude, 'not_latitude');
/** Text inside a packet: without the characters that structure it. */
export const wireText = (max: number) => text(max).regex(/^[^\s;,=&#]*$/, 'packet_separators');

/** A large list in an answer: made by the server, so it is only checked to be an array, not item by item. */
export function madeList<Item>(item: z.ZodType<Item>): z.ZodType<Item[]> {
  const list = z.custom<Item[]>(Array.isArray);
  madeItems.set(list, item);
  return list;
}

/** The item schemas of such lists, for the API documentation. */
export const madeItems = new WeakMap<object, z.ZodType>();

/** Ids to delete: one, or several for a batch. */
export const idOrIds = z.union([id.transform((one) => [one]), z.array(id).min(1, 'required').max(1000)]);

/** Seconds between two values of a station. */
export const intervalSeconds = z.int().min(1).max(86_400);
