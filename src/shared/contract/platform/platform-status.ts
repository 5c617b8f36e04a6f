import * as z from 'zod';
import { call, empty } from '#shared/contract/define.ts';
import { time } from '#shared/contract/fields.ts';
import { everyDuty, everyRole } from '#shared/domain/servers.ts';
import { upkeepJob } from './upkeep.ts';

/** Critical: incoming or stored data are at risk now. */
export const level = z.enum(['warning', 'critical']);
export type Level = z.output<typeof level>;

const disk = z.object({
  /** `files`: an external PostgreSQL keeps its data elsewhere. */
  holds: z.enum(['all', 'files', 'database']),
  free: z.int(),
  total: z.int(),
  warning_below: z.int(),
  critical_below: z.int(),
});
export type Disk = z.output<typeof disk>;

const serverRole = z.enum(everyRole);

/** A server on this database. */
const server = z.object({
  process_id: z.string(),
  /** The server that answers the call. */
  is_this: z.boolean(),
  host: z.string(),
  /** Null until it accepts connections. */
  address: z.string().nullable(),
  /** Null if it is not a gateway. */
  gateway_port: z.int().nullable(),
  roles: z.array(serverRole),
  version: z.string(),
  started_at: time,
  seen_at: time,
  /** Since its last heartbeat, by the database's clock. */
  silent_seconds: z.number(),
  /** False if heartbeats have been missing for a while. */
  alive: z.boolean(),
  /** Connections at its last heartbeat. */
  stations: z.int(),
  viewers: z.int(),
  /** Duties that only one server has at a time. */
  duties: z.array(z.enum(everyDuty)),
});
export type ServerState = z.output<typeof server>;

/** A problem that needs attention. */
const finding = z.object({
  name: z.enum(['database', 'writes', 'disk', 'ingest', 'mqtt', 'upkeep', 'settings', 'files', 'role']),
  level,
  /** The disk concerned. */
  disk: disk.optional(),
  /** Stored settings that are invalid. */
  settings: z.array(z.string()).optional(),
  /** Servers that do not share their file folder with this one. */
  servers: z.array(z.string()).optional(),
  /** The role that no running server has. */
  role: serverRole.optional(),
});
export type Finding = z.output<typeof finding>;

/** `away`: it does not answer. `refuses_writes`: it is read-only, or its disk is full. */
export const databaseState = z.enum(['ok', 'away', 'refuses_writes']);
export type DatabaseState = z.output<typeof databaseState>;

/** Polled by every page every few seconds, signed in or not; answered from memory. */
export const databaseHealthPath = '/health/database';
export const databaseHealth = z.object({ database: databaseState });
export type DatabaseHealth = z.output<typeof databaseHealth>;

const counts = z.record(z.string(), z.int());

const database = z.object({
  version: z.string(),
  answer_ms: z.number(),
  bytes: z.int(),
  /** Hours, days and months waiting for a roll-up. */
  dirty_buckets: z.int(),
  /** Waiting and running jobs by state. */
  jobs: counts,
  /** Waiting messages by channel. */
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
    /** Packets since the server's start. */
    stored: z.int(),
    /** Packets since the start whose values the database rejected; they are kept as raw packets. */
    dropped: z.int(),
    waiting: z.int(),
    lag_seconds: z.number(),
    /** In the last minute; null right after the start. */
    per_minute: z.number().nullable(),
    /** The last ten minutes in steps of ten seconds. */
    recent: z.array(z.number()),
  }),
  /** Null if no broker is configured. */
  mqtt: z.object({ connected: z.boolean(), messages: z.int(), refused: z.int() }).nullable(),
  database_state: databaseState,
  /** Null if it does not answer. */
  database: database.nullable(),
  disks: z.array(disk),
  /** Stored settings with invalid values, whose defaults are used. */
  unusable_settings: z.array(z.string()),
  /** Other servers on the same database with another file folder. */
  unshared_files: z.array(z.string()),
  memory: z.int(),
  cpu_seconds: z.number(),
  /** Share of one processor, over the last minute. */
  cpu_part: z.number().nullable(),
  /** 99th percentile; the maximum of the last minute. */
  loop_lag_seconds: z.number(),
});
export type Vitals = z.output<typeof vitals>;

export const platformStatus = {
  /** Status of the platform. */
  data: call({
    path: '/platform/status/data',
    needs: 'platform.read',
    input: empty,
    output: vitals.extend({ version: z.string(), findings: z.array(finding) }),
  }),
  /** Only the problems. */
  findings: call({
    path: '/platform/status/findings',
    needs: 'platform.read',
    input: empty,
    output: z.object({ findings: z.array(finding) }),
  }),
};
