import { statfs } from 'node:fs/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '#server/db/sql.ts';
import type { App } from '#server/http/ctx.ts';
import type { Load } from '#server/ingest/writer.ts';
import type { MqttVitals } from '#server/push/broker-line.ts';

/** What the doors know of themselves. */
export interface Doors {
  stations(): number;
  viewers(): number;
  ingest(): Load;
  /** Undefined where no broker is configured. */
  mqtt(): MqttVitals | undefined;
}

export interface DatabaseVitals {
  bytes: number;
  dirty_buckets: number;
  jobs: Record<string, number>;
  messages: Record<string, number>;
}

export interface Vitals {
  stations: number;
  viewers: number;
  ingest: { stored: number; waiting: number; lag_seconds: number };
  /** Unset where no broker is configured. */
  mqtt: MqttVitals | undefined;
  /** Unset while it does not answer. */
  database: DatabaseVitals | undefined;
  disk: { free: number; total: number };
  memory: number;
  cpu_seconds: number;
  loop_lag_seconds: number;
}

const PATIENCE_MS = 2000;

/** How the product is, read from where it happens; a database that does not answer is a finding, not a failure. */
export function watchVitals(app: App, doors: Doors) {
  const loop = monitorEventLoopDelay({ resolution: 20 });
  loop.enable();
  const read = async (): Promise<Vitals> => {
    const [database, disk] = await Promise.all([databaseVitals(app), statfs(app.config.dataDir)]);
    const { stored, waiting, since } = doors.ingest();
    const { user, system } = process.cpuUsage();
    const loop_lag_seconds = loop.count > 0 ? loop.percentile(99) / 1e9 : 0;
    loop.reset();
    return {
      stations: doors.stations(),
      viewers: doors.viewers(),
      ingest: {
        stored,
        waiting,
        lag_seconds: since ? Math.max(0, (app.now().getTime() - since.getTime()) / 1000) : 0,
      },
      mqtt: doors.mqtt(),
      database,
      disk: { free: disk.bavail * disk.bsize, total: disk.blocks * disk.bsize },
      memory: process.memoryUsage.rss(),
      cpu_seconds: (user + system) / 1e6,
      loop_lag_seconds,
    };
  };
  return { read, stop: async () => void loop.disable() };
}

async function databaseVitals({ pool }: App): Promise<DatabaseVitals | undefined> {
  const asked = pool.one<DatabaseVitals>(sql`
    select pg_database_size(current_database()) as bytes,
           (select count(*) from dirty_bucket) as dirty_buckets,
           (select coalesce(jsonb_object_agg(state, n), '{}')
              from (select state, count(*) as n from job where state in ('queued', 'running') group by state) j) as jobs,
           (select coalesce(jsonb_object_agg(channel, n), '{}')
              from (select channel, count(*) as n from message where state = 'queued' group by channel) m) as messages`);
  return Promise.race([asked.catch(() => undefined), sleep(PATIENCE_MS, undefined, { ref: false })]);
}

/** Below this much, or this part, of free space data are soon at risk. */
const LOW_BYTES = 2 * 1024 ** 3;
const LOW_PART = 0.05;
/** Packets that wait longer than this say that the store cannot keep up. */
const LATE_SECONDS = 30;

/** What is wrong, by name; nothing where all is well. */
export function troubles({ database, disk, ingest }: Vitals): string[] {
  const found: string[] = [];
  if (!database) found.push('database');
  if (disk.free < Math.min(LOW_BYTES, disk.total * LOW_PART)) found.push('disk');
  if (ingest.lag_seconds > LATE_SECONDS) found.push('ingest');
  return found;
}
