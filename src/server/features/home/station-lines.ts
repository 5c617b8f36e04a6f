import type { Ctx } from '#server/app.ts';
import { sql } from '#server/db/sql.ts';
import { coverageAt } from '#server/series/coverage.ts';
import type { BucketRow } from '#server/series/store.ts';
import type { FactorColumn } from '#shared/contract/readings/readings.ts';
import { HOUR_MS } from '#shared/domain/time-units.ts';
import { isValid } from '#shared/domain/validity.ts';

export const HOURS = 24;

/** In the site's order, without the positions of mobile sites. */
export function factorsOf({ db }: Ctx, site_id: number, fids: readonly number[]) {
  return db.rows<FactorColumn & { code: string | null }>(sql`
    select c.component_id, c.component_name, c.component_name_en, c.formula, c.unit, c.code_2017 as code,
           coalesce(d.decimals, c.decimals) as decimals
      from component c left join device_factor d on d.component_id = c.component_id and d.site_id = ${site_id}
     where c.component_id = any(${[...fids]}) and c.category <> 'position'
     order by d.sort nulls last, c.sort, c.component_id`);
}

export function lineOf(rows: readonly BucketRow[], fid: number, from: Date) {
  const values: (number | null)[] = Array.from({ length: HOURS }, () => null);
  const counts = values.map(() => false);
  for (const row of rows) {
    const i = row.fids.indexOf(fid);
    const hour = (Date.parse(row.ts) - from.getTime()) / HOUR_MS;
    values[hour] = row.avg[i] ?? null;
    counts[hour] = i >= 0 && isValid('hour', coverageAt(row, i));
  }
  return { values, counts };
}
