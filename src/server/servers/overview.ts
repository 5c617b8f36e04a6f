import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import type { ServerState } from '#shared/contract/platform/platform-status.ts';
import { everyDuty } from '#shared/domain/servers.ts';
import { isAlive } from './registry.ts';

/** The servers on this database and what each does, running ones first; `process_id` is the server that asks. */
export function serverStates(db: Db, process_id: string): Promise<ServerState[]> {
  return db.rows<ServerState>(sql`
    select process_id = ${process_id} as is_this, process_id, host, address, nullif(gateway_port, 0) as gateway_port, roles,
           version, started_at, seen_at, ${isAlive} as alive,
           extract(epoch from now() - seen_at)::float8 as silent_seconds, stations, viewers,
           (select coalesce(array_agg(name order by name), '{}') from lease
             where holder = process_id and until > now() and name = any(${[...everyDuty]})) as duties
      from server_process order by alive desc, started_at, process_id`);
}
