import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import type { RawPacket } from '#server/series/store.ts';
import type { KnownSite } from './directory.ts';
import type { Mapped, RefusedTime } from './rows.ts';

/** A packet that was refused only for its time, with the time that it claims. */
export interface HeldPacket extends RefusedTime, Pick<RawPacket, 'received_at' | 'cn' | 'remote' | 'raw'> {
  site_id: number;
}

/** The held packet; undefined unless the time is the only problem. */
export function heldOf(
  site: KnownSite,
  { received_at, cn, remote, raw }: RawPacket,
  { refused }: Mapped,
): HeldPacket | undefined {
  return refused && { ...refused, site_id: site.site_id, received_at, cn, remote, raw };
}

/** Stores held packets. A packet that is sent again is held once, also after a decision about it. */
export function storeHeld(db: Db, held: readonly HeldPacket[]): Promise<number> {
  const column = <Key extends keyof HeldPacket>(key: Key) => held.map((packet) => packet[key]);
  return db.run(sql`
    insert into held_packet (site_id, received_at, ts, data_type, reason, cn, remote, raw)
    select i.site_id, i.received_at, i.ts, i.data_type, i.reason, i.cn, i.remote, decode(i.raw, 'base64')
      from unnest(${column('site_id')}::integer[], ${column('received_at')}::timestamptz[],
                  ${column('ts')}::timestamptz[], ${column('data_type')}::text[], ${column('reason')}::text[],
                  ${column('cn')}::text[], ${column('remote')}::text[],
                  ${held.map(({ raw }) => Buffer.from(raw).toString('base64'))}::text[])
             as i (site_id, received_at, ts, data_type, reason, cn, remote, raw)
      join site using (site_id)
    on conflict do nothing`);
}
