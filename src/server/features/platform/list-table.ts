import type { CellValue } from 'hucre';
import type { Ctx } from '#server/app.ts';
import { parse } from '#server/http/dispatch.ts';
import { findRows } from '#server/http/list.ts';
import type { ListSource } from '#server/http/route.ts';
import { siteNamesIn } from '#server/places/site-names.ts';
import type { TableSource } from '#server/tables/source.ts';
import { wordOf } from '#server/words.ts';
import type { AnyListing, ListQuery } from '#shared/contract/resource.ts';
import { formatTime } from '#shared/domain/time.ts';
import { Fault } from '#shared/faults.ts';
import type { Language } from '#shared/i18n/index.ts';

/** A list as an exportable table, with the query and the columns of its page. */
export function listTable(source: ListSource): TableSource {
  const { listing } = source;
  return {
    name: listing.name,
    needs: listing.list.needs,
    open: async (ctx, asked) => {
      const { language, columns } = asked;
      if (columns.some((column) => !listing.columns.includes(column))) {
        throw new Fault('parameter_error', { fields: [{ field: 'columns', problem: 'unknown_value' }] });
      }
      const query = parse(listing.list.input, asked.query) as ListQuery;
      const word = (key: string) => wordOf(language, `${listing.name}.${key}`);
      const nameSite = await siteNamesIn(ctx.db, columns.includes('site_name') ? language : 'zh');
      return {
        title: word('title') ?? listing.name,
        headings: columns.map((key) => word(key) ?? key),
        count: async () => (await findRows(ctx, source, query)).count(),
        rows: () =>
          cellsOf(
            ctx,
            source,
            query,
            language,
            columns.map((key) => cellOf(listing, key, { language, columns, nameSite })),
          ),
      };
    },
  };
}

type Row = Record<string, unknown>;

async function* cellsOf(
  ctx: Ctx,
  source: ListSource,
  query: ListQuery,
  language: Language,
  cells: readonly ((row: Row) => CellValue)[],
): AsyncGenerator<CellValue[][]> {
  const show = source.show?.(ctx, language) ?? ((row) => row);
  const found = await findRows(ctx, source, query);
  for await (const rows of found.all()) {
    yield rows.map(show).map((row) => cells.map((cell) => cell(row)));
  }
}

interface CellWords {
  language: Language;
  columns: readonly string[];
  nameSite(site_name: string): string;
}

/** Formats a cell by the kind of the column: words for choices and booleans, times in the network's time zone. */
function cellOf(
  listing: AnyListing,
  key: string,
  { language, columns, nameSite }: CellWords,
): (row: Row) => CellValue {
  const kind = listing.kinds[key];
  // With both columns in the file each keeps its own value, so that an import can tell them apart.
  const hasTwin = columns.includes(`${key}_en`);
  return (row) => {
    const named = hasTwin ? row[key] : english(listing, key, language, row);
    const value = key === 'site_name' && !hasTwin && typeof named === 'string' ? nameSite(named) : named;
    if (value === null || value === undefined) return null;
    const word = wordOf(language, `${listing.name}.${key}_${value}`);
    if (kind === 'boolean')
      return word ?? wordOf(language, value ? 'common.yes' : 'common.no') ?? String(value);
    if (kind === 'choice') return word ?? String(value);
    if (kind === 'time') return formatTime(new Date(String(value)));
    if (kind === 'number' && typeof value === 'number') return value;
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  };
}

/** English exports show the `_en` column instead, like the page. */
function english(listing: AnyListing, key: string, language: Language, row: Row): unknown {
  const twin = `${key}_en`;
  return language === 'en' && listing.columns.includes(twin) && row[twin] ? row[twin] : row[key];
}
