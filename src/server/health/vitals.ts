import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '#server/app.ts';
import { sql } from '#server/db/sql.ts';
import type { Load } from '#server/ingest/writer.ts';
import { upkeepRecords } from '#server/jobs/upkeep-states.ts';
import type { MqttVitals } from '#server/push/broker-line.ts';
import { serverStates } from '#server/servers/overview.ts';
import { unsharedWith } from '#server/servers/shared-files.ts';
import type {
  DatabaseState,
  DatabaseVitals,
  Disk,
  Vitals,
} from '#shared/contract/platform/platform-status.ts';
import { disksOf, type Look } from './disks.ts';
import { BEAT_MS, type Beat, Pulse } from './pulse.ts';

/** State of the listeners. */
export interface Doors {
  stations(): number;
  viewers(): number;
  ingest(): Load;
  database(): DatabaseState;
  /** Undefined if no broker is configured. */
  mqtt(): MqttVitals | undefined;
}

const PATIENCE_MS = 2000;
/**
 * Time limit of a query, after which its connection is dropped: a dead connection would report the database as
 * unavailable for minutes after it is back.
 */
const GIVEN_UP_MS = 5000;
const LOOP_MS = 20;

type WatchedApp = Pick<App, 'config' | 'pool' | 'series' | 'settings' | 'servers' | 'now'>;

export interface VitalsWatch {
  read(): Promise<Vitals>;
  disks(): Promise<Disk[]>;
  /** The state found at the last check. */
  database(): DatabaseState;
  stop(): Promise<void>;
}

/** The state of the product. A database that does not answer is a finding, not a failure. */
export function watchVitals(app: WatchedApp, doors: Doors, look?: Look): VitalsWatch {
  const started_at = app.now().toISOString();
  const pulse = new Pulse();
  const loop = monitorEventLoopDelay({ resolution: LOOP_MS });
  loop.enable();
  const beat = (): Beat => {
    const { user, system } = process.cpuUsage();
    return {
      at: performance.now(),
      stored: doors.ingest().stored,
      cpu_seconds: (user + system) / 1e6,
      // Measured from one tick to the next.
      loop_lag_seconds: loop.count > 0 ? Math.max(0, loop.percentile(99) / 1e6 - LOOP_MS) / 1000 : 0,
    };
  };
  const beating = setInterval(() => {
    pulse.add(beat());
    loop.reset();
  }, BEAT_MS);
  beating.unref();
  pulse.add(beat());

  const disks = () => disksOf(app.config, look);
  // One query at a time: without answers they must not pile up.
  let asking: Promise<DatabaseVitals | undefined> | undefined;
  const database = () => {
    const giveUp = sleep(GIVEN_UP_MS, undefined, { ref: false });
    asking ??= Promise.race([askDatabase(app), giveUp]).finally(() => {
      asking = undefined;
    });
    return Promise.race([asking, sleep(PATIENCE_MS, undefined, { ref: false })]);
  };
  const read = async (): Promise<Vitals> => {
    const database_state = doors.database();
    const [answered, space, unshared_files] = await Promise.all([
      database_state === 'away' ? undefined : database(),
      disks(),
      unsharedWith(app.config, app.servers),
    ]);
    const { stored, dropped, waiting, since } = doors.ingest();
    const now = beat();
    const { packets_per_minute, cpu_part } = pulse.rates(now);
    return {
      started_at,
      stations: doors.stations(),
      viewers: doors.viewers(),
      ingest: {
        stored,
        dropped,
        waiting,
        lag_seconds: since ? Math.max(0, (app.now().getTime() - since.getTime()) / 1000) : 0,
        per_minute: packets_per_minute,
        recent: pulse.recent(),
      },
      mqtt: doors.mqtt() ?? null,
      database_state,
      database: answered ? withOwnFigures(answered, doors) : null,
      disks: space,
      unusable_settings: [...app.settings.unusable],
      unshared_files,
      memory: process.memoryUsage.rss(),
      cpu_seconds: now.cpu_seconds,
      cpu_part,
      loop_lag_seconds: pulse.loopLag(now),
    };
  };
  return {
    read,
    disks,
    database: doors.database,
    stop: async () => {
      clearInterval(beating);
      loop.disable();
    },
  };
}

/** This server's own figures are current. */
function withOwnFigures(database: DatabaseVitals, { stations, viewers }: Doors): DatabaseVitals {
  const servers = database.servers.map((server) =>
    server.is_this ? { ...server, stations: stations(), viewers: viewers() } : server,
  );
  return { ...database, servers };
}

type Asked = Omit<DatabaseVitals, 'answer_ms' | 'dirty_buckets' | 'servers'>;

const figures = sql`
  select current_setting('server_version') as version,
         pg_database_size(current_database()) as bytes,
         (select coalesce(jsonb_object_agg(state, n), '{}')
            from (select state, count(*) as n from job where state in ('queued', 'running') group by state) j) as jobs,
         (select coalesce(jsonb_object_agg(channel, n), '{}')
            from (select channel, count(*) as n from message where state = 'queued' group by channel) m) as messages,
         (select coalesce(jsonb_object_agg(job, to_jsonb(u) - 'job'), '{}') from (${upkeepRecords}) u) as upkeep`;

async function askDatabase({ pool, series, servers }: WatchedApp): Promise<DatabaseVitals | undefined> {
  const asked = performance.now();
  try {
    const row = await pool.tx({}, (db) => db.one<Asked>(figures), GIVEN_UP_MS);
    const answer_ms = performance.now() - asked;
    if (!row) return undefined;
    return {
      ...row,
      servers: await serverStates(pool, servers.process_id),
      dirty_buckets: await series.backlog(),
      answer_ms,
    };
  } catch {
    return undefined;
  }
}
