import { Framer } from '#protocol/framer.ts';
import { parsePacket } from '#protocol/packet.ts';
import { sql } from '#server/db/sql.ts';
import { Directory } from '#server/ingest/directory.ts';
import { toRow } from '#server/ingest/rows.ts';
import { postgresStore } from '#server/series/postgres/store.ts';
import type { RawPacket, ReadingRow } from '#server/series/store.ts';
import { formatTime } from '#shared/domain/time.ts';
import { MINUTE_MS } from '#shared/domain/time-units.ts';
import { CODES, minutePacket } from './codec.ts';
import { type Stage, spent } from './stage.ts';
import { connectFleet, percentile } from './stations.ts';

const CONNECTIONS = 2000;
const SITES_EACH = 1;
const SITES = CONNECTIONS * SITES_EACH;
/** Recent enough to count as live. */
export const MINUTES = 25;
const PACKETS = SITES * MINUTES;
export const HISTORY = 20_000_000;

/** Length of the name prefix that the stations of a group share. */
const GROUP_LENGTH = 'BENCH0000'.length;

export const mnOf = (group: number, site: number) =>
  `BENCH${String(group).padStart(4, '0')}${String(site).padStart(15, '0')}`;

export interface Measured {
  perSecond: number;
  /** CPU seconds per packet, of the database and its client. */
  cpuEach: number;
  note: string;
}

export async function addSites(stage: Stage, groups: number): Promise<void> {
  const mns = Array.from({ length: groups * SITES }, (_, i) => mnOf(Math.floor(i / SITES), i % SITES));
  await stage.db.run(sql`
    insert into site (mn, site_name, agreement_id)
    select mn, mn, (select min(agreement_id) from agreement) from unnest(${mns}::text[]) mn`);
  // The gateway reloads its directory shortly after the commit.
  await new Promise((resolve) => setTimeout(resolve, 3000));
}

/** Old minute data of many sites, inserted in bulk, so that table and index have a realistic size. */
export async function addHistory(stage: Stage, values: number): Promise<void> {
  const rows = Math.floor(values / CODES.length);
  await stage.db.run(sql`
    call make_partition('reading_minute', 'reading_minute_bench',
      date_trunc('month', now() - interval '40 days'), date_trunc('month', now()))`);
  await stage.db.run(sql`
    with factors as (
      select factor_set_of(array_agg(component_id order by component_id)) as set_id
        from component where code_2017 = any(${[...CODES]})
    ), shapes as (
      select k, array_agg((random() * 100)::real) as avg, array_agg((random() * 10)::real) as min,
             array_agg((random() * 200)::real) as max
        from generate_series(0, 99) k, generate_series(1, ${CODES.length}) group by k
    ), newest as (
      select coalesce(max(ts), date_trunc('month', now() - interval '40 days') - interval '1 minute') as ts
        from reading_minute_bench
    )
    insert into reading_minute (ts, site_id, set_id, avg, min, max)
    select newest.ts + make_interval(mins => i / 1000 + 1), s.site_id, set_id, avg, min, max
      from newest, factors, generate_series(0, ${rows - 1}) i
      join (select site_id, row_number() over (order by site_id) - 1 as n from site limit 1000) s on s.n = i % 1000
      join shapes on shapes.k = i % 100`);
  await stage.db.run(sql`vacuum analyze reading_minute`);
  await stage.db.run(sql`checkpoint`);
}

/** The packets of a group by connection, minute by minute. */
export function loads(group: number): Uint8Array[][] {
  const now = Date.now();
  return Array.from({ length: CONNECTIONS }, (_, connection) =>
    Array.from({ length: MINUTES * SITES_EACH }, (_, k) => {
      const at = new Date(now - (MINUTES - Math.floor(k / SITES_EACH)) * MINUTE_MS);
      return minutePacket(
        mnOf(group, connection * SITES_EACH + (k % SITES_EACH)),
        k,
        `${formatTime(at, 'yyyy-MM-dd HH:mm').replace(/\D/g, '')}00`,
      );
    }),
  );
}

/** To all servers of the stage, which share the stations. */
export async function endToEnd(stage: Stage, group: number): Promise<Measured> {
  const fleet = await connectFleet(stage.gatewayPorts, CONNECTIONS);
  const packets = loads(group);
  const [before, wal] = [stage.cpu(), await walAt(stage)];
  const start = performance.now();
  const waits = await fleet.run(packets);
  const seconds = (performance.now() - start) / 1000;
  const cpu = spent(before, stage.cpu());
  fleet.close();
  const walBytes = (await walAt(stage)) - wal;
  const share = (used: number) => `${Math.round((used / seconds) * 100)} %`;
  return {
    perSecond: PACKETS / seconds,
    cpuEach: (cpu.server + cpu.postgres) / PACKETS,
    note:
      `9014 after p50 ${percentile(waits, 50).toFixed(0)} ms, p99 ${percentile(waits, 99).toFixed(0)} ms; ` +
      `CPU server ${share(cpu.server)}, postgres ${share(cpu.postgres)}, stations ${share(cpu.bench)}; ` +
      `WAL ${(walBytes / PACKETS).toFixed(0)} bytes a packet`,
  };
}

export async function bareLimit(stage: Stage, group: number): Promise<Measured> {
  const rows = await parsed(stage, group);
  const store = postgresStore(stage.db);
  const [before, wal] = [stage.cpu(), await walAt(stage)];
  const start = performance.now();
  for (let at = 0; at < rows.length; at += 500) {
    const batch = rows.slice(at, at + 500);
    await store.append({
      readings: batch.map(({ reading }) => reading),
      packets: batch.map(({ packet }) => packet),
    });
  }
  const seconds = (performance.now() - start) / 1000;
  const cpu = spent(before, stage.cpu());
  const walBytes = (await walAt(stage)) - wal;
  const share = (used: number) => `${Math.round((used / seconds) * 100)} %`;
  return {
    perSecond: rows.length / seconds,
    cpuEach: (cpu.bench + cpu.postgres) / rows.length,
    note: `CPU loop ${share(cpu.bench)}, postgres ${share(cpu.postgres)}; WAL ${(walBytes / rows.length).toFixed(0)} bytes a packet`,
  };
}

/** The same packets as rows, in their order of arrival. */
async function parsed(stage: Stage, group: number): Promise<{ reading: ReadingRow; packet: RawPacket }[]> {
  const directory = new Directory(stage.db);
  await directory.load();
  const perConnection = loads(group);
  const ordered = (perConnection[0] ?? []).flatMap((_, k) =>
    perConnection.map((load) => load[k] as Uint8Array),
  );
  return ordered.flatMap((bytes) =>
    new Framer().push(bytes).map((frame) => {
      const packet = parsePacket(frame);
      const site = directory.find(packet.mn);
      const received_at = new Date();
      const reading = site && toRow(site, packet, received_at).row;
      if (!site || !reading) throw new Error('the bench packet is no reading');
      const { mn, st, cn, qn, verdict, deviations } = packet;
      const { raw } = frame;
      const kept = { received_at, outgoing: false, site_id: site.site_id, raw, remote: '127.0.0.1:50000' };
      return { reading, packet: { ...kept, mn, st, cn, qn, verdict, deviations } };
    }),
  );
}

async function walAt(stage: Stage): Promise<number> {
  const row = await stage.db.one<{ at: number }>(sql`select pg_current_wal_lsn() - '0/0'::pg_lsn as at`);
  return row?.at ?? 0;
}

export async function bytesPerValue(stage: Stage): Promise<number> {
  await stage.db.run(sql`vacuum analyze reading_minute`);
  const row = await stage.db.one<{ bytes: number; rows: number }>(sql`
    select sum(pg_total_relation_size(inhrelid))::bigint as bytes, (select count(*) from reading_minute) as rows
      from pg_inherits where inhparent = 'reading_minute'::regclass`);
  return (row?.bytes ?? 0) / ((row?.rows ?? 1) * CODES.length);
}

/** Minute data of the last full hour, to be aggregated for every station of a group. */
export async function endHour(stage: Stage, group: number): Promise<void> {
  const hour = sql`date_trunc('hour', now()) - interval '1 hour'`;
  const stations = sql`select site_id from site where mn like ${`${mnOf(group, 0).slice(0, GROUP_LENGTH)}%`}`;
  await stage.db.run(sql`
    insert into reading_minute (ts, site_id, set_id, avg, min, max)
    select ${hour} + make_interval(mins => minute), site_id, shape.set_id, shape.avg, shape.min, shape.max
      from generate_series(0, 59) minute, (${stations}) station,
           (select set_id, avg, min, max from reading_minute_bench limit 1) shape
    on conflict do nothing`);
  await stage.db.run(sql`
    insert into dirty_bucket (level, site_id, bucket) select 'hour', site_id, ${hour} from (${stations}) station
    on conflict do nothing`);
}

/** Number of aggregated hours of a group's stations. */
export async function hoursSummed(stage: Stage, group: number): Promise<number> {
  const row = await stage.db.one<{ count: number }>(sql`
    select count(*) from rollup_hour join site using (site_id)
     where mn like ${`${mnOf(group, 0).slice(0, GROUP_LENGTH)}%`}`);
  return row?.count ?? 0;
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}
