import { get } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { openPool } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import type { Disk, ServerState, Vitals } from '#shared/contract/platform/platform-status.ts';
import { testApp } from '#test/helpers/app.ts';
import { atEnd } from '#test/helpers/at-end.ts';
import { station } from '#test/helpers/station.ts';
import { findingsOf } from './findings.ts';
import { watchVitals } from './vitals.ts';

const GB = 1024 ** 3;
const disk = (free: number, total: number): Disk => ({
  holds: 'all',
  free: free * GB,
  total: total * GB,
  warning_below: Math.min(10, total * 0.15) * GB,
  critical_below: Math.min(2, total * 0.05) * GB,
});
const server = (roles: ServerState['roles'], alive = true): ServerState => ({
  process_id: '1',
  is_this: true,
  host: 'h',
  address: null,
  gateway_port: null,
  roles,
  version: '1',
  started_at: '2026-11-15T00:00:00.000Z',
  seen_at: '2026-11-15T00:00:00.000Z',
  silent_seconds: 1,
  alive,
  stations: 0,
  viewers: 0,
  duties: [],
});
const database = {
  version: '18',
  answer_ms: 1,
  bytes: 1,
  dirty_buckets: 0,
  jobs: {},
  messages: {},
  servers: [server(['gateway', 'api', 'jobs'])],
  upkeep: { tidying: { succeeded_at: null, failures: 2 } },
};
const well: Vitals = {
  started_at: '2026-11-15T00:00:00.000Z',
  stations: 3,
  viewers: 1,
  ingest: { stored: 10, dropped: 0, waiting: 2, lag_seconds: 0.2, per_minute: 1, recent: [] },
  mqtt: null,
  database_state: 'ok',
  database,
  disks: [disk(50, 100)],
  unusable_settings: [],
  unshared_files: [],
  memory: 1,
  cpu_seconds: 1,
  cpu_part: 0.1,
  loop_lag_seconds: 0,
};
const found = (vitals: Vitals) => findingsOf(vitals).map(({ name, level }) => `${name} ${level}`);

test('what is wrong is named: a database or broker that is away, a disk that fills, packets that wait, upkeep that fails', () => {
  expect(found(well)).toEqual([]);
  expect(found({ ...well, database: null })).toEqual(['database critical']);
  expect(found({ ...well, database_state: 'away' })).toEqual(['database critical']);
  expect(found({ ...well, database_state: 'refuses_writes' })).toEqual(['writes critical']);
  expect(found({ ...well, disks: [disk(50, 100), disk(9.9, 100)] })).toEqual(['disk warning']);
  expect(found({ ...well, disks: [disk(1.9, 100)] })).toEqual(['disk critical']);
  expect(found({ ...well, disks: [disk(0.7, 4)] })).toEqual([]);
  expect(found({ ...well, ingest: { ...well.ingest, lag_seconds: 31 } })).toEqual(['ingest critical']);
  const mqtt = { connected: true, messages: 1, refused: 0 };
  expect(found({ ...well, mqtt })).toEqual([]);
  expect(found({ ...well, mqtt: { ...mqtt, connected: false } })).toEqual(['mqtt warning']);
  const upkeep = { tidying: { succeeded_at: null, failures: 3 } };
  expect(found({ ...well, database: { ...database, upkeep } })).toEqual(['upkeep warning']);
  expect(found({ ...well, unusable_settings: ['map_hosts'] })).toEqual(['settings warning']);
});

test('a role that no server at work has is named, and one that is somewhere is not', () => {
  const rolesMissing = (...servers: ServerState[]) =>
    findingsOf({ ...well, database: { ...database, servers } }).map(({ role, level }) => `${role} ${level}`);
  expect(rolesMissing(server(['gateway', 'api']))).toEqual(['jobs warning']);
  expect(rolesMissing(server(['gateway', 'api']), server(['jobs']))).toEqual([]);
  expect(rolesMissing(server(['jobs']), server(['gateway', 'api'], false))).toEqual([
    'gateway warning',
    'api warning',
  ]);
});

test('health and metrics tell of what has come, in the form that Prometheus reads', async () => {
  const { address, db, gateway, clock } = await testApp();
  const health = await fetch(`${address}/health`);
  expect(health.status).toBe(200);
  expect(await health.json()).toEqual({ status: 'ok', troubles: [], warnings: [] });

  await db.run(sql`insert into message (channel, recipient, body) values ('email', 'a@b.example', 'x')`);
  const line = await station(gateway.port);
  line.send('##0000not a packet\r\n##');
  const read = async () => {
    const answer = await fetch(`${address}/metrics`);
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    return answer.text();
  };
  await expect.poll(read).toContain('lanjing_stations_connected 1\n');
  const text = await read();
  expect(text).toContain('lanjing_messages_queued{channel="email"} 1\n');
  expect(text).toContain('lanjing_database_up 1\n');
  expect(text).toContain('lanjing_servers{role="jobs"} 1\n');
  expect(text).toContain('lanjing_disk_free_bytes{holds="all"} ');
  await expect.poll(read).toContain('lanjing_upkeep_failures{job="deleted_sites"} 0\n');
  expect(await read()).toContain(
    `lanjing_upkeep_last_success_timestamp_seconds{job="retention"} ${clock.now.getTime() / 1000}\n`,
  );
  for (const said of text.trimEnd().split('\n')) {
    expect(said).toMatch(/^(# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{[a-z_]+="[^"]*"\})? [\d.e+-]+)$/);
  }
});

test('metrics are for the machine itself, not for what a proxy brings in', async () => {
  const { address } = await testApp();
  const { port } = new URL(address);
  const status = (headers: Record<string, string>) =>
    new Promise<number | undefined>((resolve, reject) => {
      // `fetch` does not allow a custom Host header.
      get({ host: '127.0.0.1', port, path: '/metrics', headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      }).on('error', reject);
    });
  expect(await status({})).toBe(200);
  expect(await status({ host: `localhost:${port}` })).toBe(200);
  expect((await fetch(`${address}/metrics`)).status).toBe(200);
  // The request of Prometheus.
  expect(
    await status({
      'user-agent': 'Prometheus/3.5.0',
      accept: 'application/openmetrics-text;version=1.0.0;q=0.6,text/plain;version=0.0.4;q=0.3,*/*;q=0.1',
      'accept-encoding': 'gzip',
      'x-prometheus-scrape-timeout-seconds': '10',
    }),
  ).toBe(200);
  for (const headers of [
    { 'x-forwarded-for': '203.0.113.9' },
    { 'x-forwarded-proto': 'https' },
    { 'x-real-ip': '203.0.113.9' },
    { 'x-real-ip': '127.0.0.1' },
    { forwarded: 'for=203.0.113.9' },
    { via: '1.1 proxy' },
    { 'cf-connecting-ip': '203.0.113.9' },
    { 'x-envoy-external-address': '203.0.113.9' },
    { 'x-azure-clientip': '203.0.113.9' },
    { 'fastly-client-ip': '203.0.113.9' },
    { 'fly-client-ip': '203.0.113.9' },
    { 'x-amzn-trace-id': 'Root=1-67891233-abcdef012345678912345678' },
    { 'a-proxy-of-tomorrow': '1' },
    // A browser behind a proxy that forwards all headers.
    { 'sec-fetch-site': 'none', 'upgrade-insecure-requests': '1' },
    { cookie: 'a=b' },
    { host: 'monitoring.example' },
  ] as Record<string, string>[]) {
    expect({ headers, status: await status(headers) }).toEqual({ headers, status: 401 });
  }
  // The request of nginx with the default proxy settings.
  const line = connect(Number(port), '127.0.0.1');
  line.end(`GET /metrics HTTP/1.0\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\nAccept: */*\r\n\r\n`);
  expect(await text(line)).toMatch(/^HTTP\/1\.1 401 /);
});

test('behind a proxy that is trusted, metrics are for nobody without the token', async () => {
  const { address } = await testApp({ TRUST_PROXY: 'true' });
  for (const headers of [{}, { 'x-forwarded-for': '127.0.0.1' }] as Record<string, string>[]) {
    expect((await fetch(`${address}/metrics`, { headers })).status).toBe(401);
  }
});

test('or for whoever has the token', async () => {
  const { address } = await testApp({ METRICS_TOKEN: 'a-token-of-some-length' });
  const status = async (authorization: string) => {
    const answer = await fetch(`${address}/metrics`, { headers: { authorization } });
    await answer.text();
    return answer.status;
  };
  expect(await status('Bearer a-token-of-some-length')).toBe(200);
  expect([await status(''), await status('Bearer another-token-here')]).toEqual([401, 401]);
});

test('a database that is away is told, not waited for', async () => {
  const { app } = await testApp();
  const pool = openPool('postgres://nobody@127.0.0.1:1/nothing', () => undefined);
  atEnd(() => pool.end());
  const doors = {
    stations: () => 0,
    viewers: () => 0,
    mqtt: () => undefined,
    database: () => 'ok' as const,
    ingest: () => ({
      stored: 0,
      dropped: 0,
      blocked: undefined,
      waiting: 1,
      since: new Date(app.now().getTime() - 60_000),
      behind: false,
      busyShare: 0,
    }),
  };
  const vitals = watchVitals({ ...app, pool }, doors);
  atEnd(vitals.stop);
  expect(found(await vitals.read())).toEqual(['database critical', 'ingest critical']);
});

test('a disk that fills is told by its bounds: a warning keeps people coming, what is critical does not', async () => {
  const health = async (env: Record<string, string>) => {
    const { address } = await testApp(env);
    const answer = await fetch(`${address}/health`);
    return [answer.status, await answer.json()];
  };
  const all = '1000000';
  expect(await health({ DISK_WARNING_GB: all })).toEqual([
    200,
    { status: 'ok', troubles: [], warnings: ['disk'] },
  ]);
  expect(await health({ DISK_CRITICAL_GB: all })).toEqual([
    503,
    { status: 'trouble', troubles: ['disk'], warnings: [] },
  ]);
});
