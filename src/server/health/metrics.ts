import type { DatabaseVitals, Vitals } from '#shared/contract/platform/platform-status.ts';
import { everyRole, type Role } from '#shared/domain/servers.ts';

type Sample = [labels: Record<string, string>, value: number];

interface Metric {
  name: string;
  help: string;
  type: 'gauge' | 'counter';
  samples: Sample[];
}

const gauge = (name: string, help: string, value: number): Metric => ({
  name,
  help,
  type: 'gauge',
  samples: [[{}, value]],
});
const counter = (name: string, help: string, value: number): Metric => ({
  ...gauge(name, help, value),
  type: 'counter',
});
const by = (name: string, help: string, label: string, counts: Record<string, number>): Metric => ({
  name,
  help,
  type: 'gauge',
  samples: Object.entries(counts).map(([value, count]) => [{ [label]: value }, count]),
});

/** The vitals in Prometheus format. */
export function metricsText(vitals: Vitals): string {
  const { database, database_state, mqtt } = vitals;
  const metrics = [
    ...ofDoors(vitals),
    ...(mqtt ? ofBroker(mqtt) : []),
    gauge('lanjing_database_up', 'Whether the database answers.', database ? 1 : 0),
    gauge('lanjing_database_writable', 'Whether the database takes writes.', database_state === 'ok' ? 1 : 0),
    ...(database ? ofDatabase(database) : []),
    ...ofProcess(vitals),
  ];
  return `${metrics.map(textOf).join('\n')}\n`;
}

function ofDoors({ stations, viewers, ingest }: Vitals): Metric[] {
  return [
    gauge('lanjing_stations_connected', 'Connections of stations.', stations),
    gauge('lanjing_viewers', 'Browsers that watch live values.', viewers),
    counter('lanjing_packets_stored_total', 'Packets made durable since the start.', ingest.stored),
    counter(
      'lanjing_packets_dropped_total',
      'Packets since the start whose values the database could not take.',
      ingest.dropped,
    ),
    gauge('lanjing_ingest_queue', 'Packets that wait for the store.', ingest.waiting),
    gauge(
      'lanjing_ingest_lag_seconds',
      'How long the longest waiting packet has waited.',
      ingest.lag_seconds,
    ),
  ];
}

function ofBroker({ connected, messages, refused }: NonNullable<Vitals['mqtt']>): Metric[] {
  return [
    gauge('lanjing_mqtt_connected', 'Whether the broker can bring messages.', connected ? 1 : 0),
    counter('lanjing_mqtt_messages_total', 'Messages that came since the start.', messages),
    counter('lanjing_mqtt_refused_total', 'Messages of which nothing counted.', refused),
  ];
}

function ofDatabase(database: DatabaseVitals): Metric[] {
  const { bytes, dirty_buckets, jobs, messages } = database;
  return [
    gauge('lanjing_database_bytes', 'Size of the database.', bytes),
    gauge('lanjing_rollup_queue', 'Hours, days and months to be summed anew.', dirty_buckets),
    by('lanjing_servers', 'Servers at work on this database.', 'role', withRole(database)),
    by('lanjing_jobs', 'Jobs that wait or run.', 'state', { queued: 0, running: 0, ...jobs }),
    by('lanjing_messages_queued', 'Messages that wait to be sent.', 'channel', {
      sms: 0,
      email: 0,
      webhook: 0,
      ...messages,
    }),
    by(
      'lanjing_upkeep_last_success_timestamp_seconds',
      'When upkeep last succeeded, since 1970.',
      'job',
      successes(database),
    ),
    by('lanjing_upkeep_failures', 'Runs of upkeep without success since then.', 'job', failures(database)),
  ];
}

function ofProcess({
  disks,
  unusable_settings,
  memory,
  cpu_seconds,
  started_at,
  loop_lag_seconds,
}: Vitals): Metric[] {
  const ofDisks = (space: 'free' | 'total') =>
    Object.fromEntries(disks.map(({ holds, [space]: bytes }) => [holds, bytes]));
  return [
    by('lanjing_disk_free_bytes', 'Free space where the data are.', 'holds', ofDisks('free')),
    by('lanjing_disk_total_bytes', 'Space where the data are.', 'holds', ofDisks('total')),
    gauge('lanjing_settings_unusable', 'Stored settings that cannot be used.', unusable_settings.length),
    gauge('process_resident_memory_bytes', 'Memory of the server.', memory),
    counter('process_cpu_seconds_total', 'Processor time of the server.', cpu_seconds),
    gauge(
      'process_start_time_seconds',
      'When the server was started, since 1970.',
      Date.parse(started_at) / 1000,
    ),
    gauge(
      'lanjing_loop_lag_seconds',
      'How late the server turns to new work, 99th percentile, the worst of a minute.',
      loop_lag_seconds,
    ),
  ];
}

function withRole({ servers }: DatabaseVitals): Record<string, number> {
  const count = (role: Role) => servers.filter(({ alive, roles }) => alive && roles.includes(role)).length;
  return Object.fromEntries(everyRole.map((role) => [role, count(role)]));
}

function successes({ upkeep }: DatabaseVitals): Record<string, number> {
  return Object.fromEntries(
    Object.entries(upkeep).flatMap(([job, { succeeded_at }]) =>
      succeeded_at ? [[job, Date.parse(succeeded_at) / 1000]] : [],
    ),
  );
}

function failures({ upkeep }: DatabaseVitals): Record<string, number> {
  return Object.fromEntries(Object.entries(upkeep).map(([job, record]) => [job, record.failures]));
}

function textOf({ name, help, type, samples }: Metric): string {
  const lines = samples.map(([labels, value]) => {
    const pairs = Object.entries(labels).map(([label, text]) => `${label}="${text}"`);
    return `${name}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}`;
  });
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines].join('\n');
}
