import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import type { Revision, RevisionsQuestion } from '#server/series/store.ts';

export async function revisions(
  db: Db,
  { site_id, fid, data_types, from, to, limit }: RevisionsQuestion,
): Promise<Revision[]> {
  return db.rows<Revision>(sql`
    select data_type, ts, replaced_at, avg as value, coalesce(flag, '') as flag, coalesce(origin, 'l') as origin, reason
      from reading_revision
     where site_id = ${site_id} and fid = ${fid} and ts >= ${from} and ts < ${to}
       and data_type = any(${data_types})
     order by replaced_at desc, revision_id desc limit ${limit}`);
}
