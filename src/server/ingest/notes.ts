import type { Packet } from '#protocol/packet.ts';
import { decodeText } from '#protocol/text.ts';
import { isRowError } from '#server/db/errors.ts';
import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { storable } from '#server/db/storable.ts';
import { encryptPassword, passwordMark } from '#server/settings/device-passwords.ts';
import type { KnownSite } from './directory.ts';
import type { Unmapped } from './rows.ts';

/** Limit of unregistered devices and codes that wait to be stored; what exceeds it is still in the raw packets. */
const MAX_WAITING = 1000;
const MAX_PACKET = 2000;
/** No site can have a longer MN. */
const MAX_MN = 64;
/** No real code is longer, and an index cannot hold longer ones. */
const MAX_CODE = 100;

/** Passwords noted per device; the least recently used is dropped first. Guesses must not fill the table. */
export const MAX_PASSWORDS = 10;
/** No device is given a longer one. */
const MAX_PASSWORD = 64;

/** The sender as stated in a packet or message. JSON has no PW. */
type Caller = Pick<Packet, 'mn' | 'st' | 'cn'> & { pw?: string };

/** How often something was received, and from where last. */
interface TimesHeard {
  first_at: Date;
  last_at: Date;
  packets: number;
  remote: string;
}

interface UnregisteredNote extends TimesHeard {
  packet: Caller;
  raw: Uint8Array;
  /** By password. */
  passwords: Map<string, TimesHeard>;
}

interface Code extends Unmapped {
  site_id: number;
  seen_at: Date;
  count: number;
}

/** Records traffic that is not a measurement: unregistered devices, codes without a factor. */
export class Notes {
  private devices = new Map<string, UnregisteredNote>();
  private codes = new Map<string, Code>();
  private readonly db: Db;
  private readonly signingSecret: string;

  constructor(db: Db, signingSecret: string) {
    this.db = db;
    this.signingSecret = signingSecret;
  }

  /** Notes a well-formed packet of an MN that is not a site yet and can become one. */
  unregistered(packet: Caller, raw: Uint8Array, remote: string, at: Date): void {
    if (packet.mn === '' || packet.mn.length > MAX_MN) return;
    const known = this.devices.get(packet.mn);
    if (!known && this.devices.size >= MAX_WAITING) return;
    const now = { first_at: at, last_at: at, packets: 1, remote };
    const passwords = known?.passwords ?? new Map<string, TimesHeard>();
    if (packet.pw !== undefined && packet.pw.length <= MAX_PASSWORD) hear(passwords, packet.pw, now);
    this.devices.set(packet.mn, { ...both(known, now), packet, raw, passwords });
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
   * Stores what has been collected. If the database is unavailable it is kept for the next time; only what the database
   * can never store is dropped (the raw packets are kept in any case).
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

  /** Keeps the notes that could not be stored, and adds newer ones as far as there is room. */
  private keepFor(devices: Map<string, UnregisteredNote>, codes: Map<string, Code>): void {
    for (const [mn, newer] of this.devices) {
      const older = devices.get(mn);
      if (!older && devices.size >= MAX_WAITING) continue;
      const passwords = older?.passwords ?? new Map<string, TimesHeard>();
      for (const [pw, heard] of newer.passwords) hear(passwords, pw, heard);
      devices.set(mn, { ...newer, ...both(older, newer), passwords });
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
    const heard = rows.flatMap(({ packet: { mn }, passwords }) =>
      [...passwords].map(([pw, one]) => ({ ...one, mn, pw })),
    );
    const heardColumn = <Value>(of: (row: (typeof heard)[number]) => Value) => heard.map(of);
    // First, and in its own statement, because it is idempotent and the counting below is not.
    await this.db.run(sql`
      delete from unregistered_password t using (
        select mn, mark, row_number() over (partition by mn order by last_at desc, mark) as place
          from unregistered_password where mn = any(${heardColumn(({ mn }) => mn)}::text[])) as o
       where t.mn = o.mn and t.mark = o.mark and o.place > ${MAX_PASSWORDS}`);
    await this.db.run(sql`
      with noted as (
      insert into unregistered_device as t (mn, first_at, last_at, packets, remote, st, cn, last_packet)
      select * from unnest(${column(({ packet }) => packet.mn)}::text[], ${column(({ first_at }) => first_at)}::timestamptz[],
                           ${column(({ last_at }) => last_at)}::timestamptz[], ${column(({ packets }) => packets)}::bigint[],
                           ${column(({ remote }) => remote)}::text[], ${column(({ packet }) => packet.st)}::text[],
                           ${column(({ packet }) => packet.cn)}::text[],
                           ${column(({ raw }) => storable(decodeText(raw).text.slice(0, MAX_PACKET)))}::text[])
      on conflict (mn) do update
        set last_at = excluded.last_at, packets = t.packets + excluded.packets, remote = excluded.remote,
            st = excluded.st, cn = excluded.cn, last_packet = excluded.last_packet)
      insert into unregistered_password as t (mn, mark, secret, packets, first_at, last_at, remote)
      select * from unnest(${heardColumn(({ mn }) => mn)}::text[],
                           ${heardColumn(({ pw }) => passwordMark(pw, this.signingSecret))}::text[],
                           ${heardColumn(({ pw }) => encryptPassword(pw, this.signingSecret))}::text[],
                           ${heardColumn(({ packets }) => packets)}::bigint[],
                           ${heardColumn(({ first_at }) => first_at)}::timestamptz[],
                           ${heardColumn(({ last_at }) => last_at)}::timestamptz[],
                           ${heardColumn(({ remote }) => remote)}::text[])
      on conflict (mn, mark) do update
        set last_at = excluded.last_at, packets = t.packets + excluded.packets, remote = excluded.remote`);
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

function both(older: TimesHeard | undefined, newer: TimesHeard): TimesHeard {
  const { first_at, packets } = older ?? { first_at: newer.first_at, packets: 0 };
  return { first_at, last_at: newer.last_at, packets: packets + newer.packets, remote: newer.remote };
}

/** Map order is order of use: the most recent is last. */
function hear(passwords: Map<string, TimesHeard>, pw: string, newer: TimesHeard): void {
  const heard = both(passwords.get(pw), newer);
  passwords.delete(pw);
  passwords.set(pw, heard);
  const [oldest] = passwords.keys();
  if (passwords.size > MAX_PASSWORDS && oldest !== undefined) passwords.delete(oldest);
}
