import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { handlers } from '#server/http/handlers.ts';
import { namedSites } from '#server/scope.ts';
import { countingOf } from '#server/series/counting.ts';
import { type FactorColumn, readings } from '#shared/contract/readings/readings.ts';
import { Fault } from '#shared/faults.ts';
import { inColumns, measuredPage } from './measured.ts';

export const readingRoutes = handlers(readings, {
  ofSite: async (ctx, question) => {
    const { site_id, from, to, page_index, page_size } = question;
    if (new Date(from) > new Date(to)) throw new Fault('start_after_end');
    await namedSites(ctx, { site_ids: [site_id] });
    const { rows, total } = await measuredPage(
      ctx.series,
      { ...question, site_ids: [site_id], counting: await countingOf(ctx.db, [site_id]) },
      page_size,
      (page_index - 1) * page_size,
    );
    const factors = await factorsOf(ctx.db, site_id, new Set(rows.flatMap(({ row }) => row.fids)));
    return { factors, data_info: inColumns(rows, factors), total };
  },
});

/** The configured factors in order, then unconfigured ones that were received. */
function factorsOf(db: Db, site_id: number, came: ReadonlySet<number>): Promise<FactorColumn[]> {
  return db.rows<FactorColumn>(sql`
    select c.component_id, c.component_name, c.component_name_en, c.formula, c.unit,
           coalesce(d.decimals, c.decimals) as decimals
      from component c left join device_factor d on d.component_id = c.component_id and d.site_id = ${site_id}
     where d.site_id is not null or c.component_id = any(${[...came]})
     order by d.sort nulls last, c.sort, c.component_id`);
}
