import { beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { siteComparison } from '#shared/contract/analysis/comparison.ts';
import { analysisValues } from '#shared/contract/analysis/values.ts';
import { HOUR_MS } from '#shared/domain/time-units.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';

let app: TestApp;
let admin: Client;
const site_ids: number[] = [];
let fid = 0;
let wind = 0;

const START = Date.parse('2026-11-10T00:00:00Z');
const hours = { level: 'hour' as const, from: '2026-11-10T00:00:00Z', to: '2026-11-10T06:00:00Z' };
/** Six hours of each site. The last site is an outlier, and the first lacks an hour. */
const courses = [
  [2, 3, 4, null, 6, 7],
  [3, 4, 5, 6, 7, 8],
  [2, 4, 4, 5, 6, 8],
  [3, 3, 4, 5, 7, 7],
  [2, 3, 5, 5, 6, 7],
  [90, 91, 92, 93, 94, 95],
];

async function store(site_id: number, startMs: number, values: readonly (number | null)[]): Promise<void> {
  const readings = values.flatMap((value, i) =>
    value === null
      ? []
      : [
          {
            ...{ site_id, data_type: 'hour' as const, ts: new Date(startMs + i * HOUR_MS) },
            ...{ fids: [fid], avg: [value], origin: 'l' as const },
          },
        ],
  );
  await app.app.series.append({ readings, packets: [] });
}

beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
  const factor = (key: string) =>
    app.db.one<{ component_id: number }>(
      sql`select component_id from component where component_key = ${key}`,
    );
  fid = (await factor('pm25'))?.component_id ?? 0;
  const direction = await app.db.one<{ component_id: number }>(
    sql`select component_id from component where averaging = 'circular' limit 1`,
  );
  wind = direction?.component_id ?? 0;
  for (const [i, values] of courses.entries()) {
    const site = await app.db.one<{ site_id: number }>(sql`
      insert into site (mn, site_name, agreement_id, longitude, latitude)
      values (${`A${i}`}, ${`站${i}`}, 1, ${120 + i / 100}, 30) returning site_id`);
    site_ids.push(site?.site_id ?? 0);
    await store(site?.site_id ?? 0, START, values);
  }
  await store(site_ids[0] ?? 0, START - 6 * HOUR_MS, [10, 20]);
  await store(site_ids[0] ?? 0, Date.parse('2025-11-10T00:00:00Z'), [7]);
  await app.rollUp();
});

test('every hour of the time is there, with nothing where nothing counts', async () => {
  const [one = 0, two = 0] = site_ids;
  const answer = await admin.send(analysisValues.data, {
    site_ids: [one, two],
    component_ids: [fid],
    ...hours,
  });
  expect(answer).toEqual({
    start: '2026-11-10T00:00:00.000Z',
    steps: 6,
    series: [
      { site_id: one, component_id: fid, values: [2, 3, 4, null, 6, 7] },
      { site_id: two, component_id: fid, values: [3, 4, 5, 6, 7, 8] },
    ],
  });
});

test('sites are compared by figures, with the period before, last year, a reference and their neighbours', async () => {
  const [first = 0, second = 0] = site_ids;
  const { data_info, stretch, steps } = await admin.send(siteComparison.data, {
    ...{ site_ids, component_id: fid, reference_id: second, width: 10 },
    ...hours,
  });
  expect({ stretch, steps }).toEqual({ stretch: 1, steps: 6 });
  expect(data_info.find(({ site_id }) => site_id === first)).toMatchObject({
    ...{ n: 5, expected: 6, mean: 4.4, min: 2, median: 4, max: 7, before: 15, year_before: 7 },
    ...{ difference: -1, line: [2, 3, 4, null, 6, 7] },
    neighbours: { count: 5, outlier: false },
  });
  expect(data_info.find(({ site_id }) => site_id === second)).toMatchObject({ difference: null });
  const far = data_info.filter(({ neighbours }) => neighbours?.outlier).map(({ site_id }) => site_id);
  expect(far).toEqual([site_ids.at(-1)]);
});

test('the period before a year is the year before', async () => {
  const [first = 0] = site_ids;
  const { data_info } = await admin.send(siteComparison.data, {
    ...{ site_ids: [first], component_id: fid, level: 'hour', width: 10 },
    ...{ from: '2025-12-01T00:00:00Z', to: '2026-12-01T00:00:00Z' },
  });
  expect(data_info).toMatchObject([{ n: 7, before: 7, year_before: 7 }]);
});

test('a long time is told in stretches, and one that is too long is refused with what would fit', async () => {
  const long = { site_ids, component_id: fid, level: 'hour' as const, from: '2026-11-01T00:00:00Z' };
  const { stretch, data_info } = await admin.send(siteComparison.data, {
    ...{ ...long, to: '2026-11-11T00:00:00Z', width: 10 },
  });
  expect(stretch).toBe(24);
  expect(data_info[1]?.line.filter((value) => value !== null)).toEqual([5.5]);
  const refused = await admin.raw(siteComparison.data.path, {
    ...{ ...long, from: '1900-01-01T00:00:00Z', to: '2026-11-11T00:00:00Z' },
  });
  expect(refused.envelope.fields).toMatchObject([{ field: 'from' }]);
});

test('directions are not compared as if one were more than another', async () => {
  const refused = await admin.raw(siteComparison.data.path, { site_ids, component_id: wind, ...hours });
  expect(refused.envelope.fields).toMatchObject([{ field: 'component_id' }]);
});
