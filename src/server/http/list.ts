import type { Ctx } from '#server/app.ts';
import type { Db } from '#server/db/pool.ts';
import { allOf, identifier, join, prepared, type Sql, sql, whole } from '#server/db/sql.ts';
import { type ListAnswer, pageSizes } from '#shared/contract/define.ts';
import type { Listing, ListQuery } from '#shared/contract/resource.ts';
import { Fault } from '#shared/faults.ts';
import type { FoundRows, ListSource, Route, SelectSource } from './route.ts';

type Unlisted<Source> = Source extends ListSource ? Omit<Source, 'listing'> : never;

export function list<Row>(listing: Listing<Row>, how: Unlisted<ListSource>): Route {
  const source: ListSource = { ...how, listing };
  return {
    call: listing.list,
    source,
    run: (ctx: Ctx, query: ListQuery) => listPage<Row>(ctx, source, query),
  };
}

export async function listPage<Row>(
  ctx: Ctx,
  source: ListSource,
  query: ListQuery,
): Promise<ListAnswer<Row>> {
  const found = (await findRows(ctx, source, query)) as FoundRows<Row>;
  const answer = await pageOf(found, query, source.countsTo);
  const show = source.show?.(ctx) as ((row: Row) => Row) | undefined;
  return show ? { ...answer, data_info: answer.data_info.map(show) } : answer;
}

/** One page of any select. */
export function page<Row>(
  db: Db,
  select: Sql,
  order: Sql,
  paging: { page_index: number; page_size: number },
): Promise<ListAnswer<Row>> {
  return pageOf(selected<Row>(db, select, order), paging);
}

async function pageOf<Row>(
  found: FoundRows<Row>,
  { page_index, page_size }: { page_index: number; page_size: number },
  countsTo?: number,
): Promise<ListAnswer<Row>> {
  const skipped = (page_index - 1) * page_size;
  // A long list is counted while its page is read: the count is limited, and the user waits for the slower of the two.
  const [data_info, counted] = await Promise.all([
    found.page(page_size, skipped),
    countsTo === undefined ? undefined : found.count(countsTo),
  ]);
  // A page that is not full gives the total.
  const isLast = data_info.length < page_size && (page_index === 1 || data_info.length > 0);
  if (isLast) return { data_info, total: skipped + data_info.length };
  const total = counted ?? (await found.count());
  return total === countsTo ? { data_info, total, more: true } : { data_info, total };
}

/** The matching rows of a list: one page for a screen, all for an export. */
export async function findRows(ctx: Ctx, source: ListSource, query: ListQuery): Promise<FoundRows> {
  if ('select' in source) {
    const { columns, from, counted } = await matchingRows(ctx, source, query);
    const select = sql`select ${columns} ${from}`;
    // Counting leaves the columns out: computing them takes longer than finding the rows.
    // One plan suits a long list whose rows depend on no value. Such texts are few: as it opens, and by its states.
    const isPlannedOnce = source.countsTo !== undefined && counted.values.length === 0 && !query.sort;
    return selected(ctx.db, select, orderBy(source, query), sql`select ${counted}`, isPlannedOnce);
  }
  const asked = Object.entries(completed(ctx, source, query)).filter(([, value]) => !isBlank(value));
  return source.find(ctx, Object.fromEntries(asked) as ListQuery);
}

function selected<Row>(
  db: Db,
  select: Sql,
  order: Sql,
  counted = select,
  isPlannedOnce = false,
): FoundRows<Row> {
  const first = (limit: number) => prepared(sql`${select} order by ${order} limit ${whole(limit)}`);
  const some = (limit: number, offset: number) =>
    sql`${select} order by ${order} limit ${limit} offset ${offset}`;
  const total = (most: unknown) => sql`select count(*) as total from (${counted} limit ${most}) rows`;
  return {
    page: (limit, offset) => {
      const isFirst = isPlannedOnce && offset === 0 && pageSizes.includes(limit);
      return db.rows<Row>(isFirst ? first(limit) : some(limit, offset));
    },
    count: async (most) => {
      const isCapped = isPlannedOnce && most !== undefined;
      const row = await db.one<{ total: number }>(
        isCapped ? prepared(total(whole(most))) : total(most ?? null),
      );
      return row?.total ?? 0;
    },
    all: () => db.stream<Row>(sql`${select} order by ${order}`),
  };
}

/** All matching rows in order, as a select. */
export async function listRows(ctx: Ctx, source: SelectSource, query: ListQuery): Promise<Sql> {
  const { columns, from } = await matchingRows(ctx, source, query);
  return sql`select ${columns} ${from} order by ${orderBy(source, query)}`;
}

function completed(ctx: Ctx, source: ListSource, query: ListQuery): ListQuery {
  return source.complete?.(query, ctx.now()) ?? query;
}

const isBlank = (value: unknown) => value === undefined || value === '';

async function matchingRows(ctx: Ctx, source: SelectSource, query: ListQuery) {
  const columns = join(source.listing.columns.map(identifier));
  const asked = completed(ctx, source, query);
  const where = matching(ctx, source, asked, await sitesCalled(ctx, source, asked.keyword));
  const from = sql`from (${source.select(ctx)}) rows where ${where}`;
  const countable = isBlank(asked.keyword) ? source.countable?.(ctx) : undefined;
  return { columns, from, counted: countable ? sql`from (${countable}) rows where ${where}` : from };
}

function orderBy(source: SelectSource, { sort, order }: ListQuery): Sql {
  if (!sort) return source.sort;
  if (!isColumn(source, sort))
    throw new Fault('parameter_error', { fields: [{ field: 'sort', problem: 'bad_choice' }] });
  const column = identifier(sort);
  // Names sort as Chinese readers expect; the default order breaks ties, so that paging never repeats a row.
  const value = source.listing.kinds[sort] === 'text' ? sql`${column} collate "zh-x-icu"` : column;
  return sql`${value} ${order === 'desc' ? sql`desc nulls last` : sql`asc nulls last`}, ${source.sort}`;
}

/** Stored names of the sites whose English name contains this word. */
async function sitesCalled(ctx: Ctx, { listing }: SelectSource, word = ''): Promise<string[]> {
  if (!/[a-z]/i.test(word) || !listing.search.includes('site_name')) return [];
  const wanted = word.toLowerCase();
  return [...(await ctx.englishSites())].flatMap(([site_name, english]) =>
    english.toLowerCase().includes(wanted) ? [site_name] : [],
  );
}

function matching(ctx: Ctx, source: SelectSource, query: ListQuery, called: readonly string[]): Sql {
  const conditions: Sql[] = [];
  for (const [name, value] of Object.entries(query)) {
    if (isBlank(value) || PAGING.has(name)) continue;
    const asked = condition(ctx, source, name, value);
    const isCalled = name === 'keyword' && called.length > 0;
    conditions.push(isCalled ? sql`(${asked} or site_name = any(${called}))` : asked);
  }
  return allOf(conditions);
}

const PAGING = new Set(['page_index', 'page_size', 'sort', 'order']);

function condition(ctx: Ctx, source: SelectSource, name: string, value: unknown): Sql {
  const special = source.filters?.[name];
  if (special) return special(value as never, ctx);
  if (name === 'keyword') return containing(source.listing.search, String(value));
  if (isColumn(source, name)) {
    if (Array.isArray(value)) return sql`${identifier(name)} = any(${value})`;
    if (source.listing.kinds[name] === 'text') return containing([name], String(value));
    return sql`${identifier(name)} = ${value}`;
  }
  const range = /^(.+)_(from|to)$/.exec(name);
  if (range?.[1] && isColumn(source, range[1])) {
    return range[2] === 'from'
      ? sql`${identifier(range[1])} >= ${value}`
      : sql`${identifier(range[1])} < ${value}`;
  }
  throw new Error(`list ${source.listing.name}: nothing answers the filter ${name}`);
}

function containing(columns: readonly string[], text: string): Sql {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  return sql`(${join(
    columns.map((column) => sql`${identifier(column)}::text ilike ${pattern}`),
    sql` or `,
  )})`;
}

function isColumn(source: SelectSource, name: string): boolean {
  return source.listing.columns.includes(name);
}
