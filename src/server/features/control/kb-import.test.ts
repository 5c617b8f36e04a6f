import { type CellValue, writeXlsx } from 'hucre';
import { beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { kbImport } from '#shared/contract/control/kb-import.ts';
import type { StoredFile } from '#shared/contract/files/files.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { fineDust, newDevice } from '#test/helpers/commands.ts';

let app: TestApp;
let admin: Client;
let factor = 0;
let [site_id, mn] = [0, ''];
beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
  factor = await fineDust(app);
  const made = await newDevice(app);
  [site_id, mn] = [made.site_id, made.device.mn];
  await app.db.run(sql`
    insert into device_factor (site_id, component_id, range_max) values (${site_id}, ${factor}, 500)`);
});

const head = ['MN', '站点名称', '因子', 'K', 'B'];
async function looked(...rows: CellValue[][]) {
  const book = await writeXlsx({ sheets: [{ name: 'KB', rows: [head, ...rows] }] });
  const { file_id } = (await admin.upload('kb.xlsx', book)).data as StoredFile;
  return admin.send(kbImport.preview, { file_id });
}
const problems = async (...rows: CellValue[][]) =>
  (await looked(...rows)).rows.flatMap(({ row, problems: found }) =>
    found.map(({ field, problem }) => `${row} ${field} ${problem}`),
  );

test('rows are found by MN or name and by any name of the factor, and come back ready to be set', async () => {
  const { items, bad, total } = await looked([mn.toLowerCase(), '', 'a34004', 1.2, -3]);
  expect({ bad, total }).toEqual({ bad: 0, total: 1 });
  expect(items).toMatchObject([{ site_id, component_id: factor, k: null, wanted: { k: 1.2, b: -3 } }]);
  expect((await looked(['', mn, 'PM2.5', 1, 0])).bad).toBe(0);
});

test('each row says what is wrong with it, and none goes on', async () => {
  expect(
    await problems(
      ['NOBODY', '', 'PM2.5', 1, 0],
      [mn, '', 'unobtainium', 1, 0],
      [mn, '', 'SO2', 1, 0],
      [mn, '', 'PM2.5', 0, 0],
      [mn, '', 'PM2.5', 11, 'x'],
      [mn, '', 'PM2.5', 1, 501],
      [mn, '', 'PM2.5', 1, 2],
    ),
  ).toEqual([
    '2 mn unknown_site',
    '3 component_id unknown_value',
    '4 component_id not_of_site',
    '5 k too_small',
    '6 k too_big',
    '6 b not_a_number',
    '7 b too_big',
    '8 component_id repeated_in_file',
  ]);
  expect((await looked([mn, '', 'PM2.5', 1, 0], [mn, '', 'PM2.5', 0, 0])).items).toEqual([]);
});

test('the template has a column for each', async () => {
  expect((await admin.send(kbImport.template, { language: 'en' })).url).toMatch(/^\/file\/download\//);
});
