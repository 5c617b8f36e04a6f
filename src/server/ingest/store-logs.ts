import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import type { DeviceLog } from './device-logs.ts';

/** Stores log rows. Rows that are there already, or whose site was deleted meanwhile, are skipped. */
export function storeLogs(db: Db, logs: readonly DeviceLog[]): Promise<number> {
  const column = <Key extends keyof DeviceLog>(key: Key) => logs.map((log) => log[key]);
  return db.run(sql`
    insert into device_log (site_id, ts, kind, target, info, value, received_at)
    select i.* from unnest(${column('site_id')}::integer[], ${column('ts')}::timestamptz[], ${column('kind')}::text[],
                         ${column('target')}::text[], ${column('info')}::text[], ${column('value')}::text[],
                         ${column('received_at')}::timestamptz[])
             as i (site_id, ts, kind, target, info, value, received_at)
      join site using (site_id)
    on conflict do nothing`);
}
