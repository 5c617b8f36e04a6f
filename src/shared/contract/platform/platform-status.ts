import * as z from 'zod';
import { call, empty } from '#shared/contract/define.ts';
import { time } from '#shared/contract/fields.ts';
import { everyDuty, everyRole } from '#shared/domain/servers.ts';
import { upkeepJob } from './upkeep.ts';

/** Critical: what comes in, or what is stored, is at risk now. */
export const level = z.enum(['warning', 'critical']);
export type Level = z.output<typeof level>;

const disk = z.object({
  /** An own PostgreSQL keeps its data elsewhere; only the files are then known of. */
  holds: z.enum(['all', 'files', 'database']),
  free: z.int(),
  total: z.int(),
  warning_below: z.int(),
  critical_below: z.int(),
});
export type Disk = z.output<typeof disk>;

const serverRole = z.enum(everyRole);

/** One of the servers on this database. */
const server = z.object({
  process_id: z.string(),
  /** The one that answers. */
  is_this: z.boolean(),
  host: z.string(),
  /** Null until its doors are open. */
  address: z.string().nullable(),
  /** Null where devices do not connect to it. */
  gateway_port: z.int().nullable(),
  roles: z.array(serverRole),
  version: z.string(),
  started_at: time,
  seen_at: time,
  /** Since then, by the clock of the database. */
  silent_seconds: z.number(),
  /** False once it has given no sign of life for a while. */
  alive: z.boolean(),
  /** Connections at its last sign of life. */
  stations: z.int(),
  viewers: z.int(),
  /** What it alone does for all servers. */
  duties: z.array(z.enum(everyDuty)),
});
export type ServerState = z.output<typeof server>;

/** Something that somebody should look after. */
const finding = z.object({
  name: z.enum(['database', 'writes', 'disk', 'ingest', 'mqtt', 'upkeep', 'settings', 'files', 'role']),
  level,
  /** The one that it is about. */
  disk: disk.optional(),
  /** The stored settings that cannot be used. */
  settings: z.array(z.string()).optional(),
  /** The servers that do not share their files with this one. */
  servers: z.array(z.string()).optional(),
  /** The one that no server at work has. */
  role: serverRole.optional(),
});
export type Finding = z.output<typeof finding>;

/** `away`: it does not answer. `refuses_writes`: it is read-only, or its disk is full. */
export const databaseState = z.enum(['ok', 'away', 'refuses_writes']);
export type DatabaseState = z.output<typeof databaseState>;

/** What every page asks every few seconds, signed in or not; answered from memory. */
export const databaseHealthPath = '/health/database';
export const databaseHealth = z.object({ database: databaseState });
export type DatabaseHealth = z.output<typeof databaseHealth>;

const counts = z.record(z.string(), z.int());

const database = z.object({
  version: z.string(),
  answer_ms: z.number(),
  bytes: z.int(),
  /** Hours, days and months to be summed anew. */
  dirty_buckets: z.int(),
  /** By state, those that wait or run. */
  jobs: counts,
  /** By way, those that wait. */
  messages: counts,
  servers: z.array(server),
  upkeep: z.partialRecord(upkeepJob, z.object({ succeeded_at: time.nullable(), failures: z.int() })),
});
export type DatabaseVitals = z.output<typeof database>;

const vitals = z.object({
  started_at: time,
  stations: z.int(),
  viewers: z.int(),
  ingest: z.object({
    /** Packets since the start. */
    stored: z.int(),
    /** Packets since the start whose values the database could not take; they are kept as raw packets. */
    dropped: z.int(),
    waiting: z.int(),
    lag_seconds: z.number(),
    /** Of the last minute; null in the first moments. */
    per_minute: z.number().nullable(),
    /** Of the last ten minutes, every ten seconds. */
    recent: z.array(z.number()),
  }),
  /** Null where no broker is configured. */
  mqtt: z.object({ connected: z.boolean(), messages: z.int(), refused: z.int() }).nullable(),
  database_state: databaseState,
  /** Null while it does not answer. */
  database: database.nullable(),
  disks: z.array(disk),
  /** Stored settings whose values cannot be used, so that their defaults hold. */
  unusable_settings: z.array(z.string()),
  /** Other servers on the same database whose files lie in another folder. */
  unshared_files: z.array(z.string()),
  memory: z.int(),
  cpu_seconds: z.number(),
  /** Of one processor, over the last minute. */
  cpu_part: z.number().nullable(),
  /** 99th percentile, the worst of the last minute. */
  loop_lag_seconds: z.number(),
});
export type Vitals = z.output<typeof vitals>;

export const platformStatus = {
  /** How the platform is. */
  data: call({
    path: '/platform/status/data',
    needs: 'platform.read',
    input: empty,
    output: vitals.extend({ version: z.string(), findings: z.array(finding) }),
  }),
  /** Only what somebody should look after. */
  findings: call({
    path: '/platform/status/findings',
    needs: 'platform.read',
    input: empty,
    output: z.object({ findings: z.array(finding) }),
  }),
};
