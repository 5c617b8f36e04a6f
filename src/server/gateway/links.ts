import type { Db } from '#server/db/pool.ts';
import { prepared, sql } from '#server/db/sql.ts';
import type { Directory, KnownSite } from '#server/ingest/directory.ts';
import { MINUTE_MS } from '#shared/domain/time-units.ts';

export interface Link {
  site_id: number;
  online: boolean;
  changed_at: Date;
  last_packet_at: Date | null;
  last_data_at: Date | null;
  remote: string | null;
}

/** Three missed uploads, and never less than five minutes: mobile networks pause. */
const PATIENCE_INTERVALS = 3;
const LEAST_PATIENCE_MS = 5 * MINUTE_MS;

function patienceMs({ interval_seconds }: KnownSite): number {
  return Math.max(PATIENCE_INTERVALS * interval_seconds * 1000, LEAST_PATIENCE_MS);
}

/** Which sites are on the line, by our own clock: a device's clock proves nothing, nor does an open socket. */
export class Links {
  private readonly links = new Map<number, Link>();
  /** Those on the line, whoever was heard of last at the end: a watch over thousands looks at the silent ones only. */
  private readonly speaking = new Set<number>();
  private readonly unsaved = new Set<number>();
  /** Silence before our own start is not the device's, nor while we could not answer. */
  private listeningSince: Date;
  private readonly db: Db;
  private readonly onChange: (links: Link[]) => void;

  constructor(db: Db, now: Date, onChange: (links: Link[]) => void) {
    this.db = db;
    this.listeningSince = now;
    this.onChange = onChange;
  }

  async load(): Promise<void> {
    const rows = await this.db.rows<{
      [Key in keyof Link]: Link[Key] extends Date | null ? string | null : Link[Key];
    }>(
      sql`select site_id, online, changed_at, last_packet_at, last_data_at, remote from link_state order by last_packet_at nulls first`,
    );
    const at = (time: string | null) => (time === null ? null : new Date(time));
    for (const row of rows) {
      if (row.online) this.speaking.add(row.site_id);
      this.links.set(row.site_id, {
        ...row,
        changed_at: at(row.changed_at) ?? this.listeningSince,
        last_packet_at: at(row.last_packet_at),
        last_data_at: at(row.last_data_at),
      });
    }
  }

  heard(site: KnownSite, remote: string, at: Date, isData: boolean): void {
    const { site_id } = site;
    const link = this.links.get(site_id);
    this.unsaved.add(site_id);
    this.speaking.delete(site_id);
    this.speaking.add(site_id);
    if (!link) {
      this.change({
        site_id,
        online: true,
        changed_at: at,
        last_packet_at: at,
        last_data_at: isData ? at : null,
        remote,
      });
      return;
    }
    link.last_packet_at = at;
    if (isData) link.last_data_at = at;
    link.remote = remote;
    if (!link.online) this.change(Object.assign(link, { online: true, changed_at: at }));
  }

  /** Nobody who waits for our answer is off the line: silence counts from when we can answer again. */
  cannotAnswer(now: Date): void {
    this.listeningSince = now;
  }

  /** The watchdog: whoever has been silent for too long is off the line. */
  watch(directory: Directory, now: Date): void {
    for (const site_id of this.speaking) {
      const link = this.links.get(site_id);
      const heardAt = Math.max(link?.last_packet_at?.getTime() ?? 0, this.listeningSince.getTime());
      const silentMs = now.getTime() - heardAt;
      if (silentMs <= LEAST_PATIENCE_MS) break;
      const site = directory.site(site_id);
      if (site && silentMs <= patienceMs(site)) continue;
      this.speaking.delete(site_id);
      if (!site || !link) continue;
      this.unsaved.add(site_id);
      this.change(Object.assign(link, { online: false, changed_at: now }));
    }
  }

  /** Writes down what has changed since the last time. */
  async save(): Promise<void> {
    const rows = [...this.unsaved].flatMap((site_id) => this.links.get(site_id) ?? []);
    this.unsaved.clear();
    if (rows.length === 0) return;
    const column = <Key extends keyof Link>(key: Key) => rows.map((row) => row[key]);
    try {
      // A site may have been deleted meanwhile.
      await this.db.run(
        prepared(sql`
        insert into link_state as t (site_id, online, changed_at, last_packet_at, last_data_at, remote)
        select i.* from unnest(${column('site_id')}::integer[], ${column('online')}::boolean[],
                               ${column('changed_at')}::timestamptz[], ${column('last_packet_at')}::timestamptz[],
                               ${column('last_data_at')}::timestamptz[], ${column('remote')}::text[])
                     as i (site_id, online, changed_at, last_packet_at, last_data_at, remote)
          join site using (site_id)
        on conflict (site_id) do update
          set online = excluded.online, changed_at = excluded.changed_at, last_packet_at = excluded.last_packet_at,
              last_data_at = excluded.last_data_at, remote = excluded.remote`),
      );
    } catch (error) {
      for (const { site_id } of rows) this.unsaved.add(site_id);
      throw error;
    }
  }

  private change(link: Link): void {
    this.links.set(link.site_id, link);
    this.onChange([{ ...link }]);
  }
}
