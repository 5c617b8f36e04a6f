import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { isAlive } from './registry.ts';

/** The server that a device is connected to. */
export interface LineHolder {
  process_id: string;
  host: string;
  address: string | null;
}

/** Which server holds this MN's line; undefined where no server at work does. As of a second ago. */
export function lineOf(db: Db, mn: string): Promise<LineHolder | undefined> {
  return db.one<LineHolder>(sql`
    select p.process_id, p.host, p.address
      from site s join link_state l using (site_id) join server_process p on p.process_id = l.line_at
     where lower(s.mn) = lower(${mn}) and ${isAlive}`);
}
