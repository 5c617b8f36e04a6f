import * as z from 'zod';
import type { Call, ListAnswer } from '#shared/contract/define.ts';
import type { ListQuery } from '#shared/contract/resource.ts';

export type ListCall<Row> = Call<Partial<ListQuery>, ListQuery, ListAnswer<Row>>;

/** Input fields of a list call, from the contract. */
function shapeOf(call: ListCall<unknown>): Record<string, z.ZodType> {
  return call.input instanceof z.ZodObject ? (call.input.shape as Record<string, z.ZodType>) : {};
}

/** A change that clears these lists' pages, orders, keywords and filters, for another list at the same URL. */
export function withoutLists(...calls: readonly ListCall<unknown>[]): Record<string, undefined> {
  const keys = calls.flatMap((call) => Object.keys(shapeOf(call)));
  return Object.fromEntries(keys.map((key) => [key, undefined]));
}

/** Parses a URL parameter by the contract; undefined if invalid. */
function readValue(schema: z.ZodType, raw: string): unknown {
  const candidates: unknown[] = [raw, Number(raw)];
  if (raw === 'true' || raw === 'false') candidates.push(raw === 'true');
  for (const candidate of candidates) {
    const parsed = schema.safeParse(candidate);
    if (parsed.success) return parsed.data;
  }
  return undefined;
}

/** List query from the URL. Unknown keys belong to other parts of the page; invalid values are ignored. */
export function readQuery(call: ListCall<unknown>, params: URLSearchParams): ListQuery {
  const given = Object.entries(shapeOf(call)).flatMap(([key, schema]) => {
    const raw = params.get(key);
    if (raw === null || raw === '') return [];
    const value = readValue(schema, raw);
    return value === undefined ? [] : [[key, value] as const];
  });
  return call.input.parse(Object.fromEntries(given));
}

/** URL parameters after a change. Defaults are omitted to keep URLs short. */
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

/** The filters of a query that differ from the defaults, without paging and sorting. */
export function filtersOf(call: ListCall<unknown>, query: ListQuery): Record<string, unknown> {
  const defaults = call.input.parse({});
  return Object.fromEntries(
    Object.entries(query).filter(([key, value]) => !presentation.has(key) && value !== defaults[key]),
  );
}
