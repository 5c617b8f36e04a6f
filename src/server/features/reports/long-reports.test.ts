import { beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { Partitions } from '#server/series/postgres/partitions.ts';
import { airDaysReader } from '#server/standards/air-days.ts';
import { airSites } from '#server/standards/exempt.ts';
import { air } from '#shared/contract/air/air.ts';
import { reports } from '#shared/contract/reports/reports.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';

const SITES = 12;
const year = { from: '2025-01-01T00:00:00+08:00', to: '2026-01-01T00:00:00+08:00' };

let app: TestApp;
let admin: Client;
let auditor: Client;
let site_ids: number[];
beforeAll(async () => {
  app = await testApp();
  [admin, auditor] = [await app.login('admin'), await app.login('auditor')];
  const sites = await app.db.rows<{ site_id: number }>(sql`
    insert into site (mn, site_name) select 'LONG' || n, '长表' || n from generate_series(1, ${SITES}) n
    returning site_id`);
  site_ids = sites.map(({ site_id }) => site_id);
  const partitions = new Partitions(app.db);
  for (let month = -1; month < 12; month += 1) {
    await partitions.ensureMonth('rollup_day', new Date(Date.UTC(2025, month)));
  }
  // Other pollutants are not configured, so their absence does not invalidate the AQI.
  await app.db.run(sql`
    insert into device_factor (site_id, component_id)
    select site_id, component_id from component, unnest(${site_ids}::integer[]) site_id
     where code_2017 = 'a34004' and derivation is null`);
  // PM2.5 with a different level per site.
  await app.db.run(sql`
    insert into rollup_day (ts, site_id, set_id, avg, n, valid, expected, origins)
    select ts, site_id, factor_set_of(array[component_id]::smallint[]), array[(20 + site_id % 7)::real],
           array[24]::smallint[], array[24]::smallint[], array[24]::smallint[], 'h'
      from component, unnest(${site_ids}::integer[]) site_id,
           generate_series(${year.from}::timestamptz, ${year.to}::timestamptz - interval '1 day', interval '1 day') ts
     where code_2017 = 'a34004' and derivation is null`);
});

/** Records the number of rows of each read. */
function counted(): { rows: number[]; end(): void } {
  const { series } = app.app;
  const { buckets } = series;
  const rows: number[] = [];
  series.buckets = async (question) => {
    const found = await buckets(question);
    rows.push(found.length);
    return found;
  };
  return {
    rows,
    end: () => {
      series.buckets = buckets;
    },
  };
}

test('a year of many sites is read in parts, and comes to the same as each site by itself', async () => {
  const { rows, end } = counted();
  const date = '2025-05-05';
  const together = await auditor.send(reports.year, { site_ids, date });
  end();
  expect(Math.max(...rows)).toBeLessThanOrEqual(2000);
  expect(rows.reduce((sum, count) => sum + count, 0)).toBe(SITES * 365);
  expect(together.sites).toHaveLength(SITES);
  for (const site of together.sites) {
    const alone = await auditor.send(reports.year, { site_ids: [site.site_id], date });
    expect(alone.sites).toEqual([site]);
    expect(site.valid_days).toBe(365);
  }
});

test('the good rate of many sites comes to the same as of each site by itself', async () => {
  const together = await auditor.send(air.goodRate, { site_ids, ...year });
  expect(together.total).toBe(SITES);
  for (const row of together.data_info) {
    const alone = await auditor.send(air.goodRate, { site_ids: [row.site_id], ...year });
    expect(alone.data_info).toEqual([row]);
    expect(row.now).toMatchObject({ valid: 365, good_percent: 100 });
  }
});

test('between two sites others have their turn', async () => {
  const factors = await app.app.airFactors();
  const span = { from: new Date(year.from), to: new Date(year.to) };
  const sites = await airSites({ db: app.db, series: app.app.series }, factors, site_ids, span.to);
  let rests = 0;
  const read = airDaysReader(app.app.series, factors, span, async () => {
    rests += 1;
  });
  await read(sites);
  expect(rests).toBeGreaterThanOrEqual(SITES);
});

test('a long question that waits for its turn shows signs of life, and its answer is the same', async () => {
  let finish = () => {};
  const user_id = auditor.user?.user_id ?? 0;
  const first = app.app.fairLine.run(
    user_id,
    () =>
      new Promise<void>((resolve) => {
        finish = resolve;
      }),
  );
  const question = { site_ids: site_ids.slice(0, 2), date: '2025-05-05' };
  const headers = {
    'content-type': 'application/json',
    IMEI: auditor.imei,
    access_token: auditor.tokens?.access_token ?? '',
  };
  const ask = (input: object) =>
    fetch(app.address + reports.year.path, { method: 'POST', headers, body: JSON.stringify(input) });
  // The response starts before the request's turn.
  const reply = await ask(question);
  const refused = await ask({ ...question, site_ids: [-1] });
  expect([reply.status, refused.status]).toEqual([200, 200]);
  finish();
  await first;
  const text = await reply.text();
  expect(text).toMatch(/^ +\{"code":0,/);
  expect(JSON.parse(text)).toEqual({ code: 0, data: await auditor.send(reports.year, question) });
  expect(JSON.parse(await refused.text())).not.toMatchObject({ code: 0 });
});

test('while the long questions of one user wait for each other, another is answered', async () => {
  let finish = () => {};
  const user_id = auditor.user?.user_id ?? 0;
  const first = app.app.fairLine.run(
    user_id,
    () =>
      new Promise<void>((resolve) => {
        finish = resolve;
      }),
  );
  const question = { site_ids, date: '2025-05-05' };
  let answered = 0;
  const own = Array.from({ length: 10 }, () =>
    auditor.send(reports.year, question).finally(() => {
      answered += 1;
    }),
  );
  const theirs = await admin.send(reports.year, question);
  // Short requests do not wait.
  await auditor.send(air.aqiRank, { limit: 10 });
  expect(answered).toBe(0);
  finish();
  await first;
  for (const report of await Promise.all(own)) expect(report).toEqual(theirs);
});
