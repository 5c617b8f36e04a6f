import type { DataType } from '#protocol/commands.ts';
import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import type { LatestOfSite } from '#server/series/store.ts';
import { numbersOf } from './arrays.ts';
import type { FactorSets } from './factor-sets.ts';

interface Row {
  site_id: number;
  ts: string;
  received_at: string;
  set_id: number;
  avg: string;
  flags: string[] | null;
  tss: Date[] | null;
}

export async function latest(
  db: Db,
  sets: FactorSets,
  site_ids: readonly number[],
  data_type: DataType,
): Promise<LatestOfSite[]> {
  const rows = await db.rows<Row>(sql`
    select site_id, ts, received_at, set_id, avg::text, flags, tss from latest_reading
     where data_type = ${data_type} and site_id = any(${site_ids})
     order by site_id`);
  const members = await sets.membersOf(rows.map(({ set_id }) => set_id));
  return rows.map(({ site_id, ts, received_at, set_id, avg, flags, tss }) => {
    const values = numbersOf(avg);
    return {
      site_id,
      ts,
      received_at,
      values: (members.get(set_id) ?? []).map((fid, i) => ({
        fid,
        value: values[i] ?? null,
        flag: flags?.[i] ?? '',
        ts: tss?.[i]?.toISOString() ?? ts,
      })),
    };
  });
}
