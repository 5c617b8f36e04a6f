import type { Vitals } from './vitals.ts';

type Sample = [labels: Record<string, string>, value: number];

interface Metric {
  name: string;
  help: string;
  type: 'gauge' | 'counter';
  samples: Sample[];
}

/** The vitals in the form that Prometheus reads. */
export function metricsText(vitals: Vitals): string {
  const { stations, viewers, ingest, mqtt, database, disk, memory, cpu_seconds, loop_lag_seconds } = vitals;
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
  const metrics = [
    gauge('lanjing_stations_connected', 'Connections of stations.', stations),
    gauge('lanjing_viewers', 'Browsers that watch live values.', viewers),
    counter('lanjing_packets_stored_total', 'Packets made durable since the start.', ingest.stored),
    gauge('lanjing_ingest_queue', 'Packets that wait for the store.', ingest.waiting),
    gauge(
      'lanjing_ingest_lag_seconds',
      'How long the longest waiting packet has waited.',
      ingest.lag_seconds,
    ),
    ...(mqtt
      ? [
          gauge('lanjing_mqtt_connected', 'Whether the broker can bring messages.', mqtt.connected ? 1 : 0),
          counter('lanjing_mqtt_messages_total', 'Messages that came since the start.', mqtt.messages),
          counter('lanjing_mqtt_refused_total', 'Messages of which nothing counted.', mqtt.refused),
        ]
      : []),
    gauge('lanjing_database_up', 'Whether the database answers.', database ? 1 : 0),
    ...(database
      ? [
          gauge('lanjing_database_bytes', 'Size of the database.', database.bytes),
          gauge('lanjing_rollup_queue', 'Hours, days and months to be summed anew.', database.dirty_buckets),
          by('lanjing_jobs', 'Jobs that wait or run.', 'state', { queued: 0, running: 0, ...database.jobs }),
          by('lanjing_messages_queued', 'Messages that wait to be sent.', 'channel', {
            sms: 0,
            email: 0,
            webhook: 0,
            ...database.messages,
          }),
        ]
      : []),
    gauge('lanjing_disk_free_bytes', 'Free space where the data are.', disk.free),
    gauge('lanjing_disk_total_bytes', 'Space where the data are.', disk.total),
    gauge('process_resident_memory_bytes', 'Memory of the server.', memory),
    counter('process_cpu_seconds_total', 'Processor time of the server.', cpu_seconds),
    gauge(
      'lanjing_loop_lag_seconds',
      'How late the server turns to new work, 99th percentile.',
      loop_lag_seconds,
    ),
  ];
  return `${metrics.map(textOf).join('\n')}\n`;
}

function textOf({ name, help, type, samples }: Metric): string {
  const lines = samples.map(([labels, value]) => {
    const pairs = Object.entries(labels).map(([label, text]) => `${label}="${text}"`);
    return `${name}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}`;
  });
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines].join('\n');
}
