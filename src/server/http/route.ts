import type { App, Ctx } from '#server/app.ts';
import type { Sql } from '#server/db/sql.ts';
import type { AnyCall } from '#shared/contract/define.ts';
import type { AnyListing, ListQuery } from '#shared/contract/resource.ts';
import type { Language } from '#shared/i18n/index.ts';

export type Handler<Parsed, Answer> = (ctx: Ctx, input: Parsed) => Promise<Answer>;

/** A call bound to its handler. A list also declares how it reads its rows, so that they can be exported. */
export interface Route {
  call: AnyCall;
  run: Handler<never, unknown>;
  source?: ListSource;
  /** It can answer while the database is unavailable. */
  answersWithoutDatabase?: boolean;
  /** Runs after the commit and before the answer. */
  after?(app: App): Promise<void>;
}

/** How a list reads its rows. */
export type ListSource = SelectSource | AskedSource;

interface AnyListSource {
  listing: AnyListing;
  /** Counting stops here: nobody pages through millions of rows, and counting them takes longer than reading a page. */
  countsTo?: number;
  /** Fills in defaults of a query; may refuse one that is too wide. */
  complete?(query: ListQuery, now: Date): ListQuery;
  /** Converts a row that was read into the row that is shown, where SQL cannot; for a file in its language. */
  show?(ctx: Ctx, language?: Language): (row: Record<string, unknown>) => Record<string, unknown>;
}

/** A list from a select. Paging, order, keyword and filters are the same for all (`list.ts`). */
export interface SelectSource extends AnyListSource {
  /** A select of the listing's columns, already limited to what the user may see. */
  select(ctx: Ctx): Sql;
  /**
   * The same rows for counting, without joins that are only for display and would prevent an index-only scan. Has the
   * columns of all filters, but not those of the keyword.
   */
  countable?(ctx: Ctx): Sql;
  /** Filters other than a comparison with the column of the same name. */
  filters?: Record<string, (value: never, ctx: Ctx) => Sql>;
  /** Default order. */
  sort: Sql;
}

/** A list from another source, which also filters and sorts. */
export interface AskedSource extends AnyListSource {
  /** Empty filters are left out of the query. */
  find(ctx: Ctx, query: ListQuery): Promise<FoundRows>;
}

/** The matching rows, read as far as they are needed. */
export interface FoundRows<Row = Record<string, unknown>> {
  page(limit: number, offset: number): Promise<Row[]>;
  count(most?: number): Promise<number>;
  /** In batches, so that memory use does not depend on their number. */
  all(): AsyncIterable<Row[]>;
}
