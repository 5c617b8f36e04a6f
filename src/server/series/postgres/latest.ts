import type { DataType } from '#protocol/commands.ts';
import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import type { LatestOfSite } from '#server/series/store.ts';
import { numbersOf } from './arrays.ts';
import type { FactorSets } from './factor-sets.ts';

interface Row {
  site_id: number;
  data_type: DataType;
  ts: string;
  received_at: string;
  set_id: number;
  avg: string;
  flags: string[] | null;
  tss: Date[] | null;
}

/** A data type that has not come for a day is one that stopped. */
export const finestFirst = sql`
  site_id, received_at < max(received_at) over (partition by site_id) - interval '1 day',
  array_position(array['realtime', 'minute', 'hour', 'day'], data_type)`;

export async function latest(
  db: Db,
  sets: FactorSets,
  site_ids: readonly number[],
  data_type?: DataType,
): Promise<LatestOfSite[]> {
  const only = data_type ? sql`` : sql`distinct on (site_id)`;
  const rows = await db.rows<Row>(sql`
    select ${only} site_id, data_type, ts, received_at, set_id, avg::text, flags, tss from latest_reading
     where data_type = coalesce(${data_type ?? null}, data_type) and site_id = any(${site_ids})
     order by ${finestFirst}`);
  const members = await sets.membersOf(rows.map(({ set_id }) => set_id));
  return rows.map(({ site_id, data_type, ts, received_at, set_id, avg, flags, tss }) => {
    const values = numbersOf(avg);
    return {
      site_id,
      data_type,
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
