import type { CellValue } from 'hucre';
import type { Ctx } from '#server/app.ts';
import { sql } from '#server/db/sql.ts';
import { parse } from '#server/http/dispatch.ts';
import { namedSites } from '#server/scope.ts';
import { filedNames } from '#server/tables/filed-name.ts';
import type { TableSource } from '#server/tables/source.ts';
import { wordOf } from '#server/words.ts';
import { type FactorColumn, type MeasuredType, readings } from '#shared/contract/readings/readings.ts';
import { truncate } from '#shared/domain/numbers.ts';
import { type PeriodCustom, periodCustom, periodName } from '#shared/domain/period-name.ts';
import { Fault } from '#shared/faults.ts';
import { allMeasured, cellOf, countMeasured, type Measured } from './measured.ts';
import { factorName, figureAs, hourHeading } from './table-words.ts';

/** Export of one site's measurements: a line per period, with value, flag and origin of each factor. */
export const measuredTable: TableSource = {
  name: 'measured',
  needs: readings.ofSite.needs,
  open: async (ctx, { language, columns, query, format }) => {
    const { site_id, data_type, from, to } = parse(readings.ofSite.input, query);
    const question = { site_ids: [site_id], data_type, from, to };
    const site = await siteOf(ctx, site_id);
    const { site_type, virtual_data } = site;
    const factors = await factorsOf(ctx, site_id, columns);
    const custom = periodCustom(site_type);
    const nameOf = await filedNames(ctx.db, language);
    const word = (key: string) => wordOf(language, key) ?? key;
    return {
      title: `${nameOf(site)} ${word(`sitePage.data_type_${data_type}`)}`,
      headings: [
        hourHeading(data_type, [{ site_type }], word),
        ...factors.flatMap((factor) => {
          const name = factorName(factor, language);
          const rate = isSummed(data_type) ? [`${name} ${word('sitePage.valid_rate')}`] : [];
          return [
            factor.unit ? `${name} (${factor.unit})` : name,
            `${name} ${word('sitePage.flag')}`,
            ...rate,
          ];
        }),
        ...(virtual_data ? [word('sitePage.virtual')] : []),
      ],
      count: () => countMeasured(ctx.series, question),
      rows: async function* () {
        for await (const rows of allMeasured(ctx.series, question)) {
          yield rows.map((measured) => [
            ...lineOf(measured, factors, data_type, custom, figureAs(format)),
            ...(virtual_data ? [isSimulated(measured) ? word('sitePage.origin_v') : null] : []),
          ]);
        }
      },
    };
  },
};

/** With virtual data on, each line is marked if simulated: the device may send real data in between. */
const isSimulated = ({ row }: Measured) => row.origins?.includes('v') ?? false;

const isSummed = (type: MeasuredType) => type !== 'realtime' && type !== 'minute';

function lineOf(
  measured: Measured,
  factors: readonly FactorColumn[],
  data_type: MeasuredType,
  custom: PeriodCustom,
  asFigure: ReturnType<typeof figureAs>,
): CellValue[] {
  return [
    periodName(new Date(measured.row.ts), data_type, custom),
    ...factors.flatMap(({ component_id, decimals }): CellValue[] => {
      const { value, flag, coverage } = cellOf(measured, component_id);
      const rate = coverage ? truncate((coverage.valid * 100) / coverage.expected, 1) : null;
      return [
        value === null ? null : asFigure(value, decimals),
        flag || null,
        ...(isSummed(data_type) ? [rate] : []),
      ];
    }),
  ];
}

interface Site {
  site_name: string;
  site_type: Parameters<typeof periodCustom>[0];
  virtual_data: boolean;
}

async function siteOf(ctx: Ctx, site_id: number): Promise<Site> {
  await namedSites(ctx, { site_ids: [site_id] });
  const site = await ctx.db.one<Site>(sql`
    select site_name, site_type, virtual_data from site where site_id = ${site_id}`);
  if (!site) throw new Fault('no_data');
  return site;
}

/** Columns are factor IDs, in the wanted order. */
async function factorsOf(ctx: Ctx, site_id: number, columns: readonly string[]): Promise<FactorColumn[]> {
  const rows = await ctx.db.rows<FactorColumn>(sql`
    select c.component_id, c.component_name, c.component_name_en, c.formula, c.unit,
           coalesce(d.decimals, c.decimals) as decimals
      from component c left join device_factor d on d.component_id = c.component_id and d.site_id = ${site_id}
     where c.component_id::text = any(${columns})
     order by array_position(${columns}, c.component_id::text)`);
  if (rows.length < columns.length) {
    throw new Fault('parameter_error', { fields: [{ field: 'columns', problem: 'unknown_value' }] });
  }
  return rows;
}
