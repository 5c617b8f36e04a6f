import * as z from 'zod';
import type { Call, ListAnswer } from '#shared/contract/define.ts';
import type { ListQuery } from '#shared/contract/resource.ts';

export type ListCall<Row> = Call<Partial<ListQuery>, ListQuery, ListAnswer<Row>>;

/** What a list can be asked for: the keys of its call's input, read once from the contract. */
function shapeOf(call: ListCall<unknown>): Record<string, z.ZodType> {
  return call.input instanceof z.ZodObject ? (call.input.shape as Record<string, z.ZodType>) : {};
}

/** An address holds only text; the contract says whether `3` means a number. What it refuses is left out. */
function readValue(schema: z.ZodType, raw: string): unknown {
  const candidates: unknown[] = [raw, Number(raw)];
  if (raw === 'true' || raw === 'false') candidates.push(raw === 'true');
  for (const candidate of candidates) {
    const parsed = schema.safeParse(candidate);
    if (parsed.success) return parsed.data;
  }
  return undefined;
}

/** The query that an address stands for. Unknown keys belong to others and wrong values are ignored. */
export function readQuery(call: ListCall<unknown>, params: URLSearchParams): ListQuery {
  const given = Object.entries(shapeOf(call)).flatMap(([key, schema]) => {
    const raw = params.get(key);
    if (raw === null || raw === '') return [];
    const value = readValue(schema, raw);
    return value === undefined ? [] : [[key, value] as const];
  });
  return call.input.parse(Object.fromEntries(given));
}

/** The address after a change. Defaults are left out, so that a plain list has a plain address. */
export function writeQuery(
  call: ListCall<unknown>,
  params: URLSearchParams,
  change: Record<string, unknown>,
): URLSearchParams {
  const defaults: Record<string, unknown> = call.input.parse({});
  const next = new URLSearchParams(params);
  for (const [key, value] of Object.entries(change)) {
    if (value === undefined || value === null || value === '' || value === defaults[key]) next.delete(key);
    else next.set(key, String(value));
  }
  return next;
}

const presentation = new Set(['page_index', 'page_size', 'sort', 'order']);

/** The part of a query that decides which rows there are, not how they are shown, as far as somebody set it. */
export function filtersOf(call: ListCall<unknown>, query: ListQuery): Record<string, unknown> {
  const defaults = call.input.parse({});
  return Object.fromEntries(
    Object.entries(query).filter(([key, value]) => !presentation.has(key) && value !== defaults[key]),
  );
}
