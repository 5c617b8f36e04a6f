import { beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { historyImportCalls } from '#shared/contract/history-import/history-import.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { Importer } from '#test/helpers/history-import.ts';

let app: TestApp;
let admin: Client;
let importer: Importer;
beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
  importer = new Importer(admin);
  await app.db.run(sql`
    insert into site (mn, site_name, site_type) values ('RULE1', '气站', 'air'), ('RULE2', '水站', 'water')`);
});

async function previewed(...lines: string[]) {
  const file_id = await importer.upload(`${lines.join('\n')}\n`);
  const mapping = await importer.mapping(file_id, { data_type: 'hour' });
  return (await admin.send(historyImportCalls.preview, { file_id, mapping })).rows;
}

test('a row with more cells than the heading is bad, from the first line on', async () => {
  const rows = await previewed(
    'MN,时间,PM10,SO2,',
    'RULE1,2026-01-05 08:00,1,234,5',
    'RULE1,2026-01-05 09:00,1,2,,',
    'RULE1,2026-01-05 10:00,1,2',
    'RULE1,2026-01-05 11:00,1,2,,,x',
  );
  expect(rows.map(({ problems }) => problems.map(({ value, problem }) => `${value} ${problem}`))).toEqual([
    ['5 too_many_cells'],
    [],
    [],
    ['x too_many_cells'],
  ]);
  expect(rows.map(({ values }) => values.length)).toEqual([0, 2, 2, 0]);
});

test('totals are loads of water and of stacks; those of ambient air are dropped, as by TCP', async () => {
  const totals = async (...lines: string[]) => {
    const rows = await previewed(...lines);
    return rows.map(({ values }) => values.map(({ avg, cou }) => [avg, cou]));
  };
  const lines = ['RULE1,2026-01-05 08:00,1,24', 'RULE2,2026-01-05 08:00,2,48'];
  expect(await totals('MN,时间,SO2-Avg,SO2-Cou', ...lines)).toEqual([[[1, null]], [[2, 48]]]);
  expect(await totals('MN,时间,SO2-Avg,SO2-Cou,SO2-ZsAvg', ...lines.map((line) => `${line},3`))).toEqual([
    [[1, 24]],
    [[2, 48]],
  ]);
});
