import type { Packet } from '#protocol/packet.ts';
import { decodeText } from '#protocol/text.ts';
import { isRowError } from '#server/db/errors.ts';
import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { storable } from '#server/db/storable.ts';
import type { KnownSite } from './directory.ts';
import type { Unmapped } from './rows.ts';

/** Nobody has this many strangers at the door in a second by accident; the rest is in the raw packets. */
const MAX_WAITING = 1000;
const MAX_PACKET = 2000;
/** No site can have a longer MN. */
const MAX_MN = 64;
/** Longer names are no code of anybody's, and more than an index takes. */
const MAX_CODE = 100;

/** Who calls, as far as a packet or a message says. */
type Caller = Pick<Packet, 'mn' | 'st' | 'cn'>;

interface UnregisteredNote {
  first_at: Date;
  last_at: Date;
  packets: number;
  remote: string;
  packet: Caller;
  raw: Uint8Array;
}

interface Code extends Unmapped {
  site_id: number;
  seen_at: Date;
  count: number;
}

/** What people should see of the traffic beside the measurements: unregistered devices, codes without a factor. */
export class Notes {
  private devices = new Map<string, UnregisteredNote>();
  private codes = new Map<string, Code>();
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  /** A well-formed packet of an MN that is no site yet and can become one. */
  unregistered(packet: Caller, raw: Uint8Array, remote: string, at: Date): void {
    if (packet.mn === '' || packet.mn.length > MAX_MN) return;
    const known = this.devices.get(packet.mn);
    if (!known && this.devices.size >= MAX_WAITING) return;
    this.devices.set(packet.mn, {
      first_at: known?.first_at ?? at,
      last_at: at,
      packets: (known?.packets ?? 0) + 1,
      remote,
      packet,
      raw,
    });
  }

  unmapped(site: KnownSite, items: readonly Unmapped[], at: Date): void {
    for (const item of items) {
      const wire_code = storable(item.wire_code.slice(0, MAX_CODE));
      const suffix = storable(item.suffix.slice(0, MAX_CODE));
      const value = storable(item.value);
      const key = `${site.site_id} ${wire_code} ${suffix}`;
      const known = this.codes.get(key);
      if (!known && this.codes.size >= MAX_WAITING) return;
      this.codes.set(key, {
        wire_code,
        suffix,
        value,
        site_id: site.site_id,
        seen_at: at,
        count: (known?.count ?? 0) + 1,
      });
    }
  }

  /**
   * Writes down what has gathered. While the database takes nothing it waits for the next time; only what the database
   * can never take is forgotten, as the raw packets are kept in any case.
   */
  async flush(): Promise<void> {
    const [devices, codes] = [this.devices, this.codes];
    this.devices = new Map();
    this.codes = new Map();
    try {
      if (devices.size > 0) await this.writeUnregistered([...devices.values()]);
      devices.clear();
      if (codes.size > 0) await this.writeCodes([...codes.values()]);
    } catch (error) {
      if (!isRowError(error)) this.keepFor(devices, codes);
      throw error;
    }
  }

  /** What waits already stays; of what came meanwhile as much as there is room for. */
  private keepFor(devices: Map<string, UnregisteredNote>, codes: Map<string, Code>): void {
    for (const [mn, newer] of this.devices) {
      const older = devices.get(mn);
      if (!older && devices.size >= MAX_WAITING) continue;
      const { first_at, packets } = older ?? { first_at: newer.first_at, packets: 0 };
      devices.set(mn, { ...newer, first_at, packets: packets + newer.packets });
    }
    for (const [key, newer] of this.codes) {
      const older = codes.get(key);
      if (!older && codes.size >= MAX_WAITING) continue;
      codes.set(key, { ...newer, count: (older?.count ?? 0) + newer.count });
    }
    this.devices = devices;
    this.codes = codes;
  }

  private async writeUnregistered(rows: readonly UnregisteredNote[]): Promise<void> {
    const column = <Value>(of: (row: UnregisteredNote) => Value) => rows.map(of);
    await this.db.run(sql`
      insert into unregistered_device as t (mn, first_at, last_at, packets, remote, st, cn, last_packet)
      select * from unnest(${column(({ packet }) => packet.mn)}::text[], ${column(({ first_at }) => first_at)}::timestamptz[],
                           ${column(({ last_at }) => last_at)}::timestamptz[], ${column(({ packets }) => packets)}::bigint[],
                           ${column(({ remote }) => remote)}::text[], ${column(({ packet }) => packet.st)}::text[],
                           ${column(({ packet }) => packet.cn)}::text[],
                           ${column(({ raw }) => storable(decodeText(raw).text.slice(0, MAX_PACKET)))}::text[])
      on conflict (mn) do update
        set last_at = excluded.last_at, packets = t.packets + excluded.packets, remote = excluded.remote,
            st = excluded.st, cn = excluded.cn, last_packet = excluded.last_packet`);
  }

  private async writeCodes(rows: readonly Code[]): Promise<void> {
    const column = <Value>(of: (row: Code) => Value) => rows.map(of);
    // A site may have been deleted meanwhile.
    await this.db.run(sql`
      insert into unmapped_code as t (site_id, wire_code, suffix, value, seen_at, count)
      select i.* from unnest(${column(({ site_id }) => site_id)}::integer[], ${column(({ wire_code }) => wire_code)}::text[],
                             ${column(({ suffix }) => suffix)}::text[], ${column(({ value }) => value)}::text[],
                             ${column(({ seen_at }) => seen_at)}::timestamptz[], ${column(({ count }) => count)}::bigint[])
                   as i (site_id, wire_code, suffix, value, seen_at, count)
        join site using (site_id)
      on conflict (site_id, wire_code, suffix) do update
        set value = excluded.value, seen_at = excluded.seen_at, count = t.count + excluded.count`);
  }
}
