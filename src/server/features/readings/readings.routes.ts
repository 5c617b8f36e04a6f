import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { handlers } from '#server/http/handlers.ts';
import { namedSites } from '#server/scope.ts';
import { type FactorColumn, type MeasuredRow, readings } from '#shared/contract/readings.ts';
import { countingFlags } from '#shared/domain/validity.ts';
import { Fault } from '#shared/faults.ts';
import { type Cell, cellOf, type Measured, measuredPage } from './measured.ts';

export const readingRoutes = handlers(readings, {
  ofSite: async (ctx, question) => {
    const { site_id, from, to, page_index, page_size } = question;
    if (new Date(from) > new Date(to)) throw new Fault('start_after_end');
    await namedSites(ctx, { site_ids: [site_id] });
    const { rows, total } = await measuredPage(
      ctx.series,
      { ...question, counting: await countingAt(ctx.db, site_id) },
      page_size,
      (page_index - 1) * page_size,
    );
    const factors = await factorsOf(ctx.db, site_id, new Set(rows.flatMap(({ fids }) => fids)));
    return { factors, data_info: rows.map((row) => inColumns(row, factors)), total };
  },
});

function inColumns(row: Measured, factors: readonly FactorColumn[]): MeasuredRow {
  const cells = factors.map(({ component_id }) => cellOf(row, component_id));
  return {
    ts: row.ts,
    values: cells.map(({ value }) => value),
    flags: cells.map(({ flag }) => flag),
    origins: cells.map(({ origin }) => origin),
    counts: cells.map(({ counts }) => counts),
    ...(cells.some(({ coverage }) => coverage) ? coverageOf(cells) : {}),
  };
}

function coverageOf(cells: readonly Cell[]): Pick<MeasuredRow, 'n' | 'valid' | 'expected'> {
  return {
    n: cells.map(({ coverage }) => coverage?.n ?? 0),
    valid: cells.map(({ coverage }) => coverage?.valid ?? 0),
    expected: cells.map(({ coverage }) => coverage?.expected ?? 0),
  };
}

async function countingAt(db: Db, site_id: number): Promise<ReadonlySet<string>> {
  const line = await db.one<{ counting_flags: string[] }>(sql`
    select p.counting_flags from site s join product_line p using (product_id) where s.site_id = ${site_id}`);
  return countingFlags(line?.counting_flags);
}

/** The factors that a site is set up with, then those that came all the same. */
function factorsOf(db: Db, site_id: number, came: ReadonlySet<number>): Promise<FactorColumn[]> {
  return db.rows<FactorColumn>(sql`
    select c.component_id, c.component_name, c.component_name_en, c.formula, c.unit,
           coalesce(d.decimals, c.decimals) as decimals
      from component c left join device_factor d on d.component_id = c.component_id and d.site_id = ${site_id}
     where d.site_id is not null or c.component_id = any(${[...came]})
     order by d.sort nulls last, c.sort, c.component_id`);
}
