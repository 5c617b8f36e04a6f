import * as z from 'zod';
import type { FaultName } from '#shared/faults.ts';

/** Who may make a call: anyone, signed-in users, or holders of a power. */
export type Needs = 'public' | 'signed-in' | (string & {});

/**
 * One call of the API. Server and browser import the same object, so path and schemas are defined once.
 * `Sent` is what a client may send, `Parsed` what a handler gets (with defaults), `Answer` what is returned.
 */
export interface Call<Sent = unknown, Parsed = unknown, Answer = unknown> {
  readonly path: string;
  readonly needs: Needs;
  /** A writing call runs in one transaction whose changes the audit log attributes to its user. */
  readonly writes: boolean;
  /** Fields that are accepted but not used, so that a row can be sent back as it was read. */
  readonly ignores?: readonly string[];
  /** Fields with their own result code for invalid values (spec section 8). */
  readonly faults?: Readonly<Record<string, FaultName>>;
  /** Result code of success (spec section 8), instead of 0. */
  readonly done?: FaultName;
  readonly input: z.ZodType<Parsed, Sent>;
  readonly output: z.ZodType<Answer>;
}

export type AnyCall = Call;
export type SentOf<C> = C extends Call<infer Sent, infer _Parsed, infer _Answer> ? Sent : never;
export type ParsedOf<C> = C extends Call<infer _Sent, infer Parsed, infer _Answer> ? Parsed : never;
export type AnswerOf<C> = C extends Call<infer _Sent, infer _Parsed, infer Answer> ? Answer : never;

interface CallSpec<Sent, Parsed, Answer> {
  path: string;
  needs: Needs;
  writes?: boolean;
  ignores?: readonly string[];
  faults?: Readonly<Record<string, FaultName>>;
  done?: FaultName;
  input: z.ZodType<Parsed, Sent>;
  output: z.ZodType<Answer>;
}

export function call<Sent, Parsed, Answer>(spec: CallSpec<Sent, Parsed, Answer>): Call<Sent, Parsed, Answer> {
  return { writes: false, ...spec, input: spec.writes ? strictly(spec.input) : spec.input };
}

/** Writing calls refuse unknown fields: a misspelt field would be lost silently. */
function strictly<Parsed, Sent>(input: z.ZodType<Parsed, Sent>): z.ZodType<Parsed, Sent> {
  return input instanceof z.ZodObject ? (input.strict() as unknown as z.ZodType<Parsed, Sent>) : input;
}

export const empty = z.object({});

/** Rows on a page, as tables offer them. */
export const pageSizes = [10, 20, 50, 100];

/** Paging and order, part of the input of every list call. `page_index` starts at 1. */
export const paging = {
  page_index: z.int().min(1).default(1),
  page_size: z.int().min(1).max(1000).default(20),
  sort: z.string().max(60).optional(),
  order: z.enum(['asc', 'desc']).default('asc'),
};

export interface ListAnswer<Row> {
  data_info: Row[];
  total: number;
  /** There are more than `total`: millions of rows are not counted. */
  more?: boolean;
}

export function listOf<Row>(row: z.ZodType<Row>): z.ZodType<ListAnswer<Row>> {
  return z.object({ data_info: z.array(row), total: z.int(), more: z.boolean().optional() });
}
