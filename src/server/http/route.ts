import type { App, Ctx } from '#server/app.ts';
import type { Sql } from '#server/db/sql.ts';
import type { AnyCall } from '#shared/contract/define.ts';
import type { AnyListing, ListQuery } from '#shared/contract/resource.ts';
import type { Language } from '#shared/i18n/index.ts';

export type Handler<Parsed, Answer> = (ctx: Ctx, input: Parsed) => Promise<Answer>;

/** A call bound to what runs it. A list also says how it reads, so that the same rows can be exported. */
export interface Route {
  call: AnyCall;
  run: Handler<never, unknown>;
  source?: ListSource;
  /** It has something to say also while the database is away. */
  answersWithoutDatabase?: boolean;
  /** What the answer waits for once its changes are in. */
  after?(app: App): Promise<void>;
}

/** How a list reads its rows. */
export type ListSource = SelectSource | AskedSource;

interface AnyListSource {
  listing: AnyListing;
  /** Counting stops here: nobody leafs through millions, and counting them takes longer than finding a page. */
  countsTo?: number;
  /** Fills in what a question leaves open; may refuse one that is too wide. */
  complete?(query: ListQuery, now: Date): ListQuery;
  /** What SQL cannot say: makes the row that is shown of the row that was read; in a file, in its language. */
  show?(ctx: Ctx, language?: Language): (row: Record<string, unknown>) => Record<string, unknown>;
}

/** By a select. Paging, order, keyword and filters are the same for all (`list.ts`). */
export interface SelectSource extends AnyListSource {
  /** A select that yields the listing's columns, already limited to what the user may see. */
  select(ctx: Ctx): Sql;
  /**
   * The same rows for counting, without what is joined only to be shown: it keeps PostgreSQL from counting by an index alone.
   * Has the columns of all filters; a keyword looks at others.
   */
  countable?(ctx: Ctx): Sql;
  /** Filters that are more than a comparison with the column of their name. */
  filters?: Record<string, (value: never, ctx: Ctx) => Sql>;
  /** Order when the user chose none. */
  sort: Sql;
}

/** By asking whoever keeps the rows, who also filters and orders them. */
export interface AskedSource extends AnyListSource {
  /** Filters that say nothing are left out of the query. */
  find(ctx: Ctx, query: ListQuery): Promise<FoundRows>;
}

/** The rows that match a question, read as far as they are wanted. */
export interface FoundRows<Row = Record<string, unknown>> {
  page(limit: number, offset: number): Promise<Row[]>;
  count(most?: number): Promise<number>;
  /** In batches, so that memory stays flat however many there are. */
  all(): AsyncIterable<Row[]>;
}
