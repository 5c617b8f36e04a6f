import type { Db } from '#server/db/pool.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { CorrectionVersion, SiteCorrections } from '#shared/domain/correction-versions.ts';

type Row = CorrectionVersion & { site_id: number; fid: number };

/** The platform's correction versions (K, B, interference) by site. Sites without any are absent. */
export async function readCorrections(
  db: Db,
  which: Sql = sql`replaced_by is null`,
): Promise<Map<number, SiteCorrections>> {
  const rows = await db.rows<Row>(sql`
    select site_id, component_id as fid, (extract(epoch from from_at) * 1000)::float8 as from, k, b, list
      from correction_version where ${which} order by site_id, component_id, from_at`);
  const sites = new Map<number, Map<number, CorrectionVersion[]>>();
  for (const { site_id, fid, from, k, b, list } of rows) {
    const site = sites.get(site_id) ?? new Map<number, CorrectionVersion[]>();
    site.set(fid, [...(site.get(fid) ?? []), { from: Number(from), k, b, list }]);
    sites.set(site_id, site);
  }
  return sites;
}
