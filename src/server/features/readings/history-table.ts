import type { CellValue } from 'hucre';
import type { Ctx } from '#server/app.ts';
import { sql } from '#server/db/sql.ts';
import { parse } from '#server/http/dispatch.ts';
import { filedNames } from '#server/tables/filed-name.ts';
import type { TableSource } from '#server/tables/source.ts';
import { wordOf } from '#server/words.ts';
import {
  type HistoryBeside,
  type HistoryFactor,
  history,
  historyBeside,
} from '#shared/contract/readings/history.ts';
import { truncate } from '#shared/domain/numbers.ts';
import { periodCustom, periodName } from '#shared/domain/period-name.ts';
import { Fault } from '#shared/faults.ts';
import { factorsById, selectionOf } from './history.routes.ts';
import { allMeasured, type Cell, cellOf, countMeasured } from './measured.ts';
import { factorName, figureAs, hourHeading } from './table-words.ts';

/** Export of measurements: site by site, a line per period, with the chosen details of each factor. */
export const historyTable: TableSource = {
  name: 'history',
  needs: history.table.needs,
  open: async (ctx, { language, columns, query, format }) => {
    const { order, data_type, from, to, ...wanted } = parse(history.table.input, query);
    // The flag is always included, so that an invalid value cannot be taken for a valid one.
    const besides = [...new Set([...columns.filter(isBeside), 'flag' as const])];
    const { site_ids, fids, counting } = await selectionOf(ctx, { ...wanted, data_type, from, to });
    const sites = await filedSites(ctx, site_ids);
    if (sites.length === 0) throw new Fault('no_data', { detail: 'export_virtual' });
    const factors = await factorsById(ctx, site_ids, fids);
    const extremes = besides.some((beside) => beside === 'min' || beside === 'max');
    const nameOf = await filedNames(ctx.db, language);
    const word = (key: string) => wordOf(language, key) ?? key;
    const question = { fids, counting, data_type, from, to, oldest_first: order === 'asc', extremes };
    return {
      title: `${word('menu.historicaldata')} ${word(`sitePage.data_type_${data_type}`)}`,
      headings: [
        word('history.site'),
        hourHeading(data_type, sites, word),
        ...factors.flatMap((factor) => {
          const name = factorName(factor, language);
          const value = factor.unit ? `${name} (${factor.unit})` : name;
          return [value, ...besides.map((beside) => `${name} ${word(`history.beside_${beside}`)}`)];
        }),
      ],
      count: () => countMeasured(ctx.series, { ...question, site_ids: sites.map(({ site_id }) => site_id) }),
      rows: async function* () {
        for (const site of sites) {
          const { site_id, site_type } = site;
          const name = nameOf(site);
          for await (const rows of allMeasured(ctx.series, { ...question, site_ids: [site_id] })) {
            yield rows.map((measured): CellValue[] => [
              name,
              periodName(new Date(measured.row.ts), data_type, periodCustom(site_type)),
              ...factors.flatMap((factor) =>
                cells(cellOf(measured, factor.component_id), factor, besides, figureAs(format)),
              ),
            ]);
          }
        }
      },
    };
  },
};

const isBeside = (column: string): column is HistoryBeside => historyBeside.safeParse(column).success;

function cells(
  cell: Cell,
  { decimals }: HistoryFactor,
  besides: readonly HistoryBeside[],
  asFigure: ReturnType<typeof figureAs>,
): CellValue[] {
  const figure = (value: number | null) => (value === null ? null : asFigure(value, decimals));
  const { coverage } = cell;
  const beside: Record<HistoryBeside, CellValue> = {
    min: figure(cell.min),
    max: figure(cell.max),
    flag: cell.value === null ? null : cell.flag || 'N',
    rate: coverage ? truncate((coverage.valid * 100) / coverage.expected, 1) : null,
  };
  return [figure(cell.value), ...besides.map((one) => beside[one])];
}

interface Site {
  site_id: number;
  site_name: string;
  site_type: Parameters<typeof periodCustom>[0];
  virtual_data: boolean;
}

function filedSites({ db }: Ctx, site_ids: readonly number[]): Promise<Site[]> {
  return db.rows<Site>(sql`
    select site_id, site_name, site_type, virtual_data from site
     where site_id = any(${site_ids})
     order by site_name collate "zh-x-icu", site_id`);
}
