import { plainColumn, textColumn } from '#server/db/arrays.ts';
import type { Db } from '#server/db/pool.ts';
import { prepared, sql } from '#server/db/sql.ts';
import type { Directory, KnownSite } from '#server/ingest/directory.ts';
import { isAlive } from '#server/servers/registry.ts';
import { MINUTE_MS } from '#shared/domain/time-units.ts';

export interface Link {
  site_id: number;
  online: boolean;
  changed_at: Date;
  last_packet_at: Date | null;
  last_data_at: Date | null;
  remote: string | null;
}

/** This server, as the link states need to know it. */
export interface LinkServer {
  process_id: string;
  /** Whether the device is connected to this server. */
  hasLine(site_id: number): boolean;
}

/** A device is offline after three missed uploads, but not before five minutes: mobile networks pause. */
const PATIENCE_INTERVALS = 3;
const LEAST_PATIENCE_MS = 5 * MINUTE_MS;

function patienceMs({ interval_seconds }: KnownSite): number {
  return Math.max(PATIENCE_INTERVALS * interval_seconds * 1000, LEAST_PATIENCE_MS);
}

/**
 * Which sites are online. Decided by the server's clock: neither a device's clock nor an open socket proves anything.
 * With several servers, each watches the sites whose last packet it received, and those whose server is gone; the
 * database decides if another server has received a later packet.
 */
export class Links {
  /** Online sites that this server watches. */
  private readonly links = new Map<number, Link>();
  /** The same sites ordered by last packet, so that the watchdog only looks at the silent ones. */
  private readonly speaking = new Set<number>();
  private readonly unsaved = new Set<number>();
  /** Sites that came online since the last save; told after it, so that whoever asks then finds them online. */
  private readonly appeared = new Set<number>();
  /** When this server took over sites of a server that is gone: silence before that does not count. */
  private readonly adopted = new Map<number, number>();
  private readonly server: LinkServer;
  /** Silence before this does not count: the server had not started, or could not answer. */
  private listeningSince: Date;
  private readonly db: Db;
  private readonly onChange: (links: Link[]) => void;

  constructor(db: Db, now: Date, onChange: (links: Link[]) => void, server: LinkServer) {
    this.server = server;
    this.db = db;
    this.listeningSince = now;
    this.onChange = onChange;
  }

  /** Takes over online sites that no running server watches. */
  async adopt(now: Date): Promise<void> {
    const rows = await this.db.rows<{
      [Key in keyof Link]: Link[Key] extends Date | null ? string | null : Link[Key];
    }>(sql`
      with orphan as (
        update link_state l set heard_by = ${this.server.process_id}
         where l.online and l.heard_by is distinct from ${this.server.process_id}
           and not exists (select from server_process p where p.process_id = l.heard_by and ${isAlive})
        returning l.site_id, l.online, l.changed_at, l.last_packet_at, l.last_data_at, l.remote)
      select * from orphan order by last_packet_at nulls first`);
    const at = (time: string | null) => (time === null ? null : new Date(time));
    for (const row of rows) {
      const { site_id } = row;
      // A packet has arrived here meanwhile.
      if (this.unsaved.has(site_id)) continue;
      this.speaking.delete(site_id);
      this.speaking.add(site_id);
      this.adopted.set(site_id, now.getTime());
      this.links.set(site_id, {
        ...row,
        changed_at: at(row.changed_at) ?? now,
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
    this.adopted.delete(site_id);
    if (!link) {
      const fresh: Link = {
        site_id,
        online: true,
        changed_at: at,
        last_packet_at: at,
        last_data_at: isData ? at : null,
        remote,
      };
      this.links.set(site_id, fresh);
      this.appeared.add(site_id);
      return;
    }
    link.last_packet_at = at;
    if (isData) link.last_data_at = at;
    link.remote = remote;
  }

  /** While we cannot answer, no device is declared offline: silence counts from when we can answer again. */
  cannotAnswer(now: Date): void {
    this.listeningSince = now;
  }

  /** The device's line was opened or closed: saves which server holds it. */
  lineChanged(site_id: number): void {
    if (this.links.has(site_id)) this.unsaved.add(site_id);
  }

  /** Watchdog: a device that has been silent for too long on every server is offline. */
  async watch(directory: Directory, now: Date): Promise<void> {
    const silent = this.silent(directory, now);
    if (silent.length === 0) return;
    const column = <Key extends keyof Link>(key: Key) => silent.map((link) => link[key]);
    const rows = await this.db.rows<{ site_id: number }>(sql`
      update link_state t set online = false, changed_at = ${now}, line_at = null
        from unnest(${column('site_id')}::integer[], ${column('last_packet_at')}::timestamptz[])
               as s (site_id, last_packet_at)
       where t.site_id = s.site_id and t.online and t.heard_by = ${this.server.process_id}
         and coalesce(t.last_packet_at < s.last_packet_at + interval '1 millisecond', true)
      returning t.site_id`);
    const off = new Set(rows.map(({ site_id }) => site_id));
    for (const link of silent) {
      const { site_id } = link;
      // A packet arrived while the database was asked.
      if (this.unsaved.has(site_id)) continue;
      this.forget(site_id);
      // The others are watched by another server now.
      if (off.has(site_id)) this.onChange([{ ...link, online: false, changed_at: now }]);
    }
  }

  private silent(directory: Directory, now: Date): Link[] {
    const found: Link[] = [];
    for (const site_id of this.speaking) {
      const link = this.links.get(site_id);
      const heardAt = Math.max(
        link?.last_packet_at?.getTime() ?? 0,
        this.listeningSince.getTime(),
        this.adopted.get(site_id) ?? 0,
      );
      const silentMs = now.getTime() - heardAt;
      if (silentMs <= LEAST_PATIENCE_MS) break;
      // Not saved yet, so the database has an older state.
      if (this.unsaved.has(site_id)) continue;
      const site = directory.site(site_id);
      if (site && silentMs <= patienceMs(site)) continue;
      if (site && link) found.push(link);
      else this.forget(site_id);
    }
    return found;
  }

  private forget(site_id: number): void {
    this.speaking.delete(site_id);
    this.adopted.delete(site_id);
    this.appeared.delete(site_id);
    this.links.delete(site_id);
  }

  /** Saves what has changed since the last time. */
  async save(): Promise<void> {
    const rows = [...this.unsaved].flatMap((site_id) => this.links.get(site_id) ?? []);
    this.unsaved.clear();
    if (rows.length === 0) return;
    const { process_id, hasLine } = this.server;
    try {
      // A site may have been deleted, or another server may have received a later packet.
      await this.db.run(
        prepared(sql`
        insert into link_state as t (site_id, online, changed_at, last_packet_at, last_data_at, remote, heard_by, line_at)
        select i.site_id, true, i.changed_at, i.last_packet_at, i.last_data_at, i.remote, ${process_id}::uuid,
               case when i.held then ${process_id}::uuid end
          from unnest(${plainColumn(rows, ({ site_id }) => site_id)}::integer[],
                      ${plainColumn(rows, ({ changed_at }) => changed_at)}::timestamptz[],
                      ${plainColumn(rows, ({ last_packet_at }) => last_packet_at)}::timestamptz[],
                      ${plainColumn(rows, ({ last_data_at }) => last_data_at)}::timestamptz[],
                      ${textColumn(rows, ({ remote }) => remote)}::text[],
                      ${plainColumn(rows, ({ site_id }) => hasLine(site_id))}::boolean[])
                 as i (site_id, changed_at, last_packet_at, last_data_at, remote, held)
          join site using (site_id)
        on conflict (site_id) do update
          set online = true, changed_at = case when t.online then t.changed_at else excluded.changed_at end,
              last_packet_at = excluded.last_packet_at,
              last_data_at = greatest(t.last_data_at, excluded.last_data_at), remote = excluded.remote,
              heard_by = excluded.heard_by, line_at = excluded.line_at
        where t.last_packet_at is null or t.last_packet_at <= excluded.last_packet_at`),
      );
    } catch (error) {
      for (const { site_id } of rows) this.unsaved.add(site_id);
      throw error;
    }
    const appeared = rows.filter(({ site_id }) => this.appeared.delete(site_id));
    if (appeared.length > 0) this.onChange(appeared.map((link) => ({ ...link })));
  }
}
