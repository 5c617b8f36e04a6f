import type { DataType } from '#protocol/commands.ts';
import { numbersOf } from '#server/db/arrays.ts';
import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import type { LatestOfSite } from '#server/series/store.ts';
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

/** Sorts data types without values for a day last: the device stopped sending them. */
export const finestFirst = sql`
  site_id, received_at < max(received_at) over (partition by site_id) - interval '1 day',
  array_position(array['realtime', 'minute', 'hour', 'day'], data_type)`;

export async function latest(
  db: Db,
  sets: FactorSets,
  site_ids: readonly number[],
  data_type?: DataType,
): Promise<LatestOfSite[]> {
  // Simulated values are shown until newer measured ones arrive; only real-time and minute values are simulated.
  const shownAs = data_type ?? 'realtime';
  const simulated =
    shownAs === 'realtime' || shownAs === 'minute'
      ? sql`
      union all
      select site_id, ${shownAs}, ts, made_at, set_id, avg::text, null, null, true
        from simulated_site s
       where site_id = any(${site_ids})
         and not exists (select from real r where r.site_id = s.site_id and r.ts >= s.ts)`
      : sql``;
  const rows = await db.rows<Row>(sql`
    with real as materialized (
      select site_id, data_type, ts, received_at, set_id, avg::text, flags, tss, false as simulated
        from latest_reading
       where data_type = coalesce(${data_type ?? null}, data_type) and site_id = any(${site_ids}))
    select distinct on (site_id) site_id, data_type, ts, received_at, set_id, avg, flags, tss
      from (select * from real ${simulated}) newest
     order by site_id, simulated desc, ${finestFirst}`);
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
