import { expect, test } from 'vitest';
import { openPool } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { testApp } from '#test/helpers/app.ts';
import { atEnd } from '#test/helpers/at-end.ts';
import { station } from '#test/helpers/station.ts';
import { troubles, type Vitals, watchVitals } from './vitals.ts';

const GB = 1024 ** 3;
const well: Vitals = {
  stations: 3,
  viewers: 1,
  ingest: { stored: 10, waiting: 2, lag_seconds: 0.2 },
  mqtt: undefined,
  database: { bytes: 1, dirty_buckets: 0, jobs: {}, messages: {} },
  disk: { free: 50 * GB, total: 100 * GB },
  memory: 1,
  cpu_seconds: 1,
  loop_lag_seconds: 0,
};

test('what is wrong is named: a database that does not answer, a disk nearly full, packets that wait', () => {
  expect(troubles(well)).toEqual([]);
  expect(troubles({ ...well, database: undefined })).toEqual(['database']);
  expect(troubles({ ...well, disk: { free: 1.9 * GB, total: 100 * GB } })).toEqual(['disk']);
  expect(troubles({ ...well, disk: { free: 0.3 * GB, total: 4 * GB } })).toEqual([]);
  expect(troubles({ ...well, ingest: { ...well.ingest, lag_seconds: 31 } })).toEqual(['ingest']);
});

test('health and metrics tell of what has come, in the form that Prometheus reads', async () => {
  const { address, db, gateway } = await testApp();
  const health = await fetch(`${address}/health`);
  // The disk is that of the machine, which may be nearly full.
  const found = ((await health.json()) as { troubles: string[] }).troubles;
  expect(found.filter((trouble) => trouble !== 'disk')).toEqual([]);
  expect(health.status).toBe(found.length === 0 ? 200 : 503);

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
  for (const said of text.trimEnd().split('\n')) {
    expect(said).toMatch(/^(# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{[a-z_]+="[^"]*"\})? [\d.e+-]+)$/);
  }
});

test('metrics are for the machine itself, not for what a proxy brings in', async () => {
  const { address } = await testApp();
  const status = async (headers: Record<string, string>) => {
    const answer = await fetch(`${address}/metrics`, { headers });
    await answer.text();
    return answer.status;
  };
  expect([await status({}), await status({ 'x-forwarded-for': '203.0.113.9' })]).toEqual([200, 401]);
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
    ingest: () => ({ stored: 0, waiting: 1, since: new Date(app.now().getTime() - 60_000) }),
  };
  const vitals = watchVitals({ ...app, pool }, doors);
  atEnd(vitals.stop);
  expect(troubles(await vitals.read())).toEqual(['database', 'ingest']);
});
