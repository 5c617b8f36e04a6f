import * as z from 'zod';

type Rest = () => Promise<void>;

/** Items of a list that are checked at a time, and the fewest that are written at a time. */
const AT_ONCE = 8;

/** Validates an answer against its contract in slices, so that other requests are answered in between. */
export async function checked(schema: z.ZodType, answer: unknown, rest: Rest): Promise<unknown> {
  const lists = schema instanceof z.ZodObject && isRecord(answer) ? longLists(answer) : [];
  const items = lists.flatMap(([field, list]) => {
    const of = (schema as z.ZodObject).shape[field];
    // A list with additional rules, such as a minimum length, is checked as a whole.
    const isPlain = of instanceof z.ZodArray && !of.def.checks?.length;
    return isPlain ? [{ field, list, item: of.element as z.ZodType }] : [];
  });
  if (items.length === 0) return schema.parse(answer);
  const short = { ...(answer as object), ...Object.fromEntries(items.map(({ field }) => [field, []])) };
  const whole = schema.parse(short) as Record<string, unknown>;
  for (const { field, list, item } of items) {
    const made: unknown[] = [];
    for (let at = 0; at < list.length; at += AT_ONCE) {
      for (const each of list.slice(at, at + AT_ONCE)) made.push(item.parse(each));
      await rest();
    }
    whole[field] = made;
  }
  return whole;
}

/**
 * Serialises an answer in the same way. A long one is encoded part by part: as one text, a single Chinese name would
 * make all of it several times slower to send.
 */
export async function written(code: number, data: unknown, rest: Rest): Promise<string | Buffer> {
  const lists = isRecord(data) ? new Map(longLists(data)) : undefined;
  if (!lists || lists.size === 0) return JSON.stringify({ code, data });
  const parts = [Buffer.from(`{"code":${code},"data":{`)];
  for (const [field, value] of Object.entries(data as object)) {
    const list = lists.get(field);
    const text = list ? undefined : JSON.stringify(value);
    if (!list && text === undefined) continue;
    parts.push(Buffer.from(`${parts.length > 1 ? ',' : ''}${JSON.stringify(field)}:${text ?? '['}`));
    if (list) await writeList(parts, list, rest);
  }
  parts.push(Buffer.from('}}'));
  return Buffer.concat(parts);
}

/** Characters that are written at a time: the number of items adapts to their length. */
const TEXT_AT_ONCE = 20_000;

/** Appends the items and the closing bracket. */
async function writeList(parts: Buffer[], list: readonly unknown[], rest: Rest): Promise<void> {
  let count = AT_ONCE;
  for (let at = 0; at < list.length; ) {
    const part = JSON.stringify(list.slice(at, at + count));
    at += count;
    const isLast = at >= list.length;
    parts.push(Buffer.from(isLast ? part.slice(1) : `${part.slice(1, -1)},`));
    if (part.length < TEXT_AT_ONCE / 2) count *= 2;
    else if (part.length > TEXT_AT_ONCE) count = Math.max(AT_ONCE, count / 2);
    await rest();
  }
}

function longLists(answer: object): [field: string, list: readonly unknown[]][] {
  return Object.entries(answer).filter(([, value]) => Array.isArray(value) && value.length > AT_ONCE);
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
