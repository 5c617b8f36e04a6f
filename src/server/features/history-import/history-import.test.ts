import { readXlsx, writeXlsx } from 'hucre';
import { beforeAll, describe, expect, test } from 'vitest';
import { encodePacket } from '#protocol/packet.ts';
import { sql } from '#server/db/sql.ts';
import { historyImportCalls, historyImports } from '#shared/contract/history-import/history-import.ts';
import { audit } from '#shared/contract/platform/audit.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { exportedForm } from '#test/helpers/export.ts';
import { Importer, storedRows } from '#test/helpers/history-import.ts';
import { makeUser } from '#test/helpers/people.ts';
import { station } from '#test/helpers/station.ts';
import { storedReadings } from '#test/helpers/stored.ts';

let app: TestApp;
let admin: Client;
let importer: Importer;
beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
  importer = new Importer(admin);
});

let count = 0;
async function makeSite(more: { site_type?: string; started_on?: string } = {}) {
  count += 1;
  const mn = `HIST${count}`;
  await app.db.run(sql`
    insert into site (mn, site_name, site_type, started_on)
    values (${mn}, ${`历史站 ${count}`}, ${more.site_type ?? 'air'}, ${more.started_on ?? null})`);
  return { mn, site_name: `历史站 ${count}` };
}
const hours = (mn: string, type: 'hour' | 'day' = 'hour') => storedRows(app, mn, type);
const csv = (...lines: string[]) => `${lines.join('\r\n')}\r\n`;

async function problemsOf(import_id: number) {
  const { data_info } = await admin.send(historyImportCalls.problems, { import_id });
  return data_info.map(({ row, column, value, problem }) => `${row} ${column} ${value} ${problem}`);
}

describe('a file', () => {
  test('is understood by its headings, also under a title, in GBK and with semicolons', async () => {
    // 数据报表 / 站点;时间;PM2.5;备注 in GBK.
    const gbk = Buffer.concat([
      Buffer.from([0xca, 0xfd, 0xbe, 0xdd, 0xb1, 0xa8, 0xb1, 0xed, 0x0a]),
      Buffer.from([0xd5, 0xbe, 0xb5, 0xe3, 0x3b, 0xca, 0xb1, 0xbc, 0xe4, 0x3b]),
      Buffer.from('PM2.5;'),
      Buffer.from([0xb1, 0xb8, 0xd7, 0xa2, 0x0a]),
      Buffer.from('A;2026-01-05 08:00;1;x\n'),
    ]);
    const file_id = await importer.upload(gbk);
    const opened = await admin.send(historyImportCalls.open, { file_id });
    expect(opened).toMatchObject({ encoding: 'gb18030', delimiter: ';', mapping: { heading_row: 2 } });
    expect(opened.lines[1]?.cells).toEqual(['站点', '时间', 'PM2.5', '备注']);
    const pm25 = opened.factors.find(({ component_key }) => component_key === 'pm25');
    expect(opened.mapping.columns).toEqual([
      { as: 'site' },
      { as: 'time' },
      { as: 'value', component_id: pm25?.component_id, part: 'avg' },
      { as: 'ignored' },
    ]);
  });

  test('shows its first rows as they would be stored', async () => {
    const { mn, site_name } = await makeSite();
    const file_id = await importer.upload(csv('MN,结束时间,PM2.5,SO2-Flag', `${mn},2026/1/5 9:00,35.5,D`));
    const mapping = await importer.mapping(file_id, { data_type: 'hour' });
    const { rows } = await admin.send(historyImportCalls.preview, { file_id, mapping });
    expect(rows).toMatchObject([
      { row: 2, site_name, data_type: 'hour', ts: '2026-01-05T00:00:00.000Z', problems: [] },
    ]);
    expect(rows[0]?.values).toMatchObject([
      { avg: 35.5, flag: '' },
      { avg: null, flag: 'D' },
    ]);
  });

  test('that cannot give a row is refused on the field', async () => {
    const file_id = await importer.upload(csv('MN,时间,PM2.5', 'A,2026-01-05 08:00,1'));
    const { columns, ...mapping } = await importer.mapping(file_id);
    const refused = (change: object) =>
      admin
        .raw(historyImportCalls.check.path, { file_id, mapping: { ...mapping, columns, ...change } })
        .then(({ envelope }) => envelope.fields?.map(({ field }) => field));
    expect(await refused({})).toEqual(['data_type']);
    const noColumns = columns.map(() => ({ as: 'ignored' }));
    expect(await refused({ columns: noColumns })).toEqual(['time', 'site_id', 'data_type', 'columns']);
    expect(await refused({ data_type: 'hour', site_id: 999_999 })).toEqual(['site_id']);
  });

  test('that was understood once is understood the same way again', async () => {
    const { mn } = await makeSite();
    const content = csv('MN,时间,甲', `${mn},2026-01-05 08:00,1`);
    const file_id = await importer.upload(content);
    const guessed = await importer.mapping(file_id, { data_type: 'hour', label: 'end' });
    const component_id = await factor('pm25');
    const columns = guessed.columns.map((role, at) =>
      at === 2 ? { as: 'value' as const, component_id, part: 'max' as const } : role,
    );
    const mapping = { ...guessed, columns };
    const { import_id } = await admin.send(historyImportCalls.check, { file_id, mapping });
    await importer.settled(import_id);
    expect(await admin.send(historyImportCalls.open, { file_id, like: import_id })).toMatchObject({
      mapping,
    });
  });

  test('of another user is not there', async () => {
    const file_id = await importer.upload(csv('MN,时间,PM2.5', 'A,2026-01-05 08:00,1'));
    const manager = await app.login('manager');
    await expect(manager.send(historyImportCalls.open, { file_id })).rejects.toMatchObject({
      fault: 'file_missing',
    });
  });
});

describe('a check', () => {
  test('names every problem by row, column and reason, and stores nothing', async () => {
    const { mn, site_name } = await makeSite({ started_on: '2020-01-01' });
    await app.app.series.append({
      packets: [],
      readings: [
        {
          site_id:
            (await app.db.one<{ site_id: number }>(sql`select site_id from site where mn = ${mn}`))
              ?.site_id ?? 0,
          data_type: 'hour',
          ts: new Date('2026-01-05T01:00:00Z'),
          fids: [await factor('pm25')],
          avg: [1],
          origin: 'l',
        },
      ],
    });
    const checked = await importer.check(
      csv(
        '站点,数据类型,时间,PM2.5,PM2.5 标记,备注',
        `${mn},小时,2026-01-05 08:00,35.5,N,`,
        `${site_name},hour,2026-01-05 09:00,36.5,,`,
        `nobody,小时,2026-01-05 10:00,1,,`,
        `3.7e+13,小时,2026-01-05 10:00,1,,`,
        `${mn},周,2026-01-05 10:00,1,,`,
        `${mn},小时,05/01/2026,1,,`,
        `${mn},小时,,"1,5",??,x`,
        `${mn},小时,2027-01-05 10:00,1,,`,
        `${mn},小时,2019-01-05 10:00,1,,`,
        `${mn},小时,2026-01-05 11:00,--,,no value`,
        ',,,,,',
        `${mn},小时,2026-01-05 12:00,1e39,,`,
      ),
    );
    expect(checked).toMatchObject({
      stage: 'check',
      status: 'done',
      good: 2,
      bad: 8,
      blank: 1,
      replacing: 1,
    });
    expect(checked).toMatchObject({
      site_count: 1,
      first_at: '2026-01-05T00:00:00.000Z',
      last_at: '2026-01-05T01:00:00.000Z',
    });
    expect(await problemsOf(checked.import_id)).toEqual([
      '4 站点 nobody unknown_site',
      '5 站点 3.7e+13 digits_lost',
      '6 数据类型 周 unknown_data_type',
      '7 时间 05/01/2026 bad_time',
      '8 时间  required',
      '8 PM2.5 1,5 not_a_number',
      '8 PM2.5 标记 ?? bad_flag',
      '9 时间 2027-01-05 10:00 future_time',
      '10 时间 2019-01-05 10:00 too_old',
      '13 PM2.5 1e39 out_of_range',
    ]);
    expect(await hours(mn)).toHaveLength(1);
    const { import_id } = checked;
    const bytes = await exportedForm(admin, 'historyImportProblems', 'csv', { import_id }, 'en');
    expect(new TextDecoder().decode(bytes).split('\r\n').slice(0, 2)).toEqual([
      'Row,Column,Content,Reason',
      '4,站点,nobody,"This site does not exist, or you do not have permission to manage it."',
    ]);
  });

  test('knows only the sites that the user may see', async () => {
    const [mine, other] = [await makeSite(), await makeSite()];
    const { account, user_id } = await makeUser(app.db, 2);
    await app.db.run(sql`
      insert into user_site (user_id, site_id) select ${user_id}, site_id from site where mn = ${mine.mn}`);
    const own = new Importer(await app.client().signIn(account));
    const checked = await own.check(
      csv(
        'MN,时间,PM2.5',
        `${mine.mn},2026-01-05 08:00,1`,
        `${other.mn},2026-01-05 08:00,2`,
        `${other.site_name},2026-01-05 08:00,2`,
      ),
      { data_type: 'hour' },
    );
    expect(checked).toMatchObject({ good: 1, bad: 2 });
    await own.run(checked, true);
    expect(await hours(mine.mn)).toHaveLength(1);
    expect(await hours(other.mn)).toEqual([]);
    // Operators see their own imports; users with access to all sites see all of them.
    const operator = await app.login('operator');
    const listed = async (client: Client) => (await client.send(historyImports.list, {})).data_info;
    expect((await listed(operator)).map(({ import_id }) => import_id)).not.toContain(checked.import_id);
    expect((await listed(admin)).map(({ import_id }) => import_id)).toContain(checked.import_id);
    await expect(
      operator.send(historyImportCalls.undo, { import_id: checked.import_id }),
    ).rejects.toMatchObject({
      fault: 'no_data',
    });
  });
});

async function factor(key: string): Promise<number> {
  const row = await app.db.one<{ component_id: number }>(
    sql`select component_id from component where component_key = ${key}`,
  );
  return row?.component_id ?? 0;
}

describe('an import', () => {
  test('with bad rows is refused unless they are left out, and is undone to the last value', async () => {
    const { mn } = await makeSite();
    const before = await importer.check(csv('MN,时间,PM2.5,SO2', `${mn},2026-01-05 08:00,10,5`), {
      data_type: 'hour',
    });
    await importer.run(before);
    const kept = await hours(mn);

    const checked = await importer.check(
      csv(
        'MN,时间,PM2.5',
        `${mn},2026-01-05 08:00,11`,
        `${mn},2026-01-05 09:00,12`,
        `${mn},2026-01-05 10:00,x`,
      ),
      { data_type: 'hour' },
    );
    expect(checked).toMatchObject({ good: 2, bad: 1, replacing: 1 });
    const { import_id } = checked;
    await expect(admin.send(historyImportCalls.run, { import_id })).rejects.toMatchObject({
      fault: 'add_failed',
      envelope: { detail: 'import_has_errors' },
    });
    await expect(admin.send(historyImportCalls.undo, { import_id })).rejects.toMatchObject({
      envelope: { detail: 'import_not_begun' },
    });
    const done = await importer.run(checked, true);
    expect(done).toMatchObject({ stage: 'import', status: 'done', written: 2, left_out: 1, share: 1 });
    expect(await hours(mn)).toMatchObject([{ avg: 11 }, { avg: 5 }, { avg: 12 }]);
    await expect(admin.send(historyImportCalls.run, { import_id })).rejects.toMatchObject({
      envelope: { detail: 'import_finished' },
    });
    await expect(admin.send(historyImportCalls.remove, { import_id })).rejects.toMatchObject({
      fault: 'delete_failed',
    });

    const undone = await importer.undo(done);
    expect(undone).toMatchObject({ stage: 'undo', status: 'done', removed: 1, restored: 1, kept: 0 });
    expect(await hours(mn)).toEqual(kept);
    await expect(admin.send(historyImportCalls.undo, { import_id })).rejects.toMatchObject({
      envelope: { detail: 'import_undone' },
    });
    await admin.send(historyImportCalls.remove, { import_id });
    const { data_info } = await admin.send(audit.list, { entity: 'history_import', page_size: 1000 });
    const entries = data_info.filter(({ entity_id }) => entity_id === String(import_id));
    expect(entries.map(({ account, action }) => `${account} ${action}`)).toEqual([
      'admin delete',
      'admin update',
      'admin update',
      'admin insert',
    ]);
  });

  test('corrects values by K and B as every arrival, but for those that say what they were before', async () => {
    const { mn } = await makeSite();
    await app.db.run(sql`
      insert into device_factor (site_id, component_id, sort, k, b)
      select site_id, ${await factor('pm25')}, 1, 2, 1 from site where mn = ${mn}`);
    const plain = csv('MN,时间,PM2.5,PM2.5最大值', `${mn},2026-01-05 08:00,10,20`);
    await importer.run(await importer.check(plain, { data_type: 'hour' }));
    const corrected = csv(
      'MN,时间,PM2.5,PM2.5 原始值',
      `${mn},2026-01-05 09:00,10,4`,
      `${mn},2026-01-05 10:00,10,`,
    );
    await importer.run(await importer.check(corrected, { data_type: 'hour' }));
    expect(await hours(mn)).toMatchObject([
      { avg: 21, max: 41, raw: 10 },
      { avg: 10, raw: 4 },
      { avg: 10, raw: null },
    ]);
  });

  test('reads Excel, with its dates, from the sheet that was chosen', async () => {
    const { mn } = await makeSite();
    const at = new Date(Date.UTC(2026, 0, 5, 8));
    const bytes = await writeXlsx({
      sheets: [
        { name: '说明', rows: [['看第二页']] },
        {
          name: '数据',
          columns: [{}, { style: { numFmt: 'yyyy-mm-dd hh:mm' } }, {}],
          rows: [
            ['MN', '时间', 'PM2.5'],
            [mn, at, 35.5],
            [mn, '2026-01-05 09:00', 36],
          ],
        },
      ],
    });
    const file_id = await importer.upload(bytes, 'history.xlsx');
    const opened = await admin.send(historyImportCalls.open, { file_id, sheet: '数据' });
    expect(opened.sheets).toEqual(['说明', '数据']);
    const mapping = { ...opened.mapping, data_type: 'hour' as const };
    const { import_id } = await admin.send(historyImportCalls.check, { file_id, mapping });
    await importer.run(await importer.settled(import_id));
    const start = at.getTime() / 1000 - 8 * 3600;
    expect(await hours(mn)).toMatchObject([
      { at: start, avg: 35.5 },
      { at: start + 3600, avg: 36 },
    ]);
  });

  test('of a file gives the rows that the same station gives by TCP', async () => {
    const [wire, file] = [await makeSite(), await makeSite()];
    const line = await station(app.gateway.port);
    const packet = encodePacket({
      qn: '20261115095900001',
      st: '22',
      cn: '2061',
      pw: '123456',
      mn: wire.mn,
      flag: 5,
      cp: [
        [{ name: 'DataTime', value: '20261110080000' }],
        [
          { name: 'a34004-Avg', value: '35.5' },
          { name: 'a34004-Min', value: '20.1' },
          { name: 'a34004-Max', value: '60' },
          { name: 'a34004-Flag', value: 'N' },
        ],
        [
          { name: 'a21026-Avg', value: '8.25' },
          { name: 'a21026-Flag', value: 'D' },
        ],
      ],
    });
    const sent = async () => {
      line.send(packet);
      return (await hours(wire.mn)).length;
    };
    await expect.poll(sent, { timeout: 30_000, interval: 500 }).toBe(2);
    const checked = await importer.check(
      csv(
        'MN,DataTime,a34004-Avg,a34004-Min,a34004-Max,a34004-Flag,a21026-Avg,a21026-Flag',
        `${file.mn},20261110080000,35.5,20.1,60,N,8.25,D`,
      ),
      { data_type: 'hour' },
    );
    await importer.run(checked);
    expect(await hours(file.mn)).toEqual(await hours(wire.mn));
    // Five days late, so the values are marked as sent later, by either way.
    for (const { mn } of [wire, file]) {
      expect(await storedReadings(app.db, 'hour', mn)).toMatchObject([{ origins: ['s', 's'] }]);
    }
  });
});

test('the sample file is understood to the last column', async () => {
  for (const language of ['zh', 'en'] as const) {
    const { url } = await admin.send(historyImportCalls.template, { language });
    const bytes = new Uint8Array(await (await admin.download(url)).arrayBuffer());
    const book = await readXlsx(bytes);
    expect(book.sheets[0]?.rows).toHaveLength(4);
    const file_id = await importer.upload(bytes, 'sample.xlsx');
    const { mapping } = await admin.send(historyImportCalls.open, { file_id });
    expect(mapping.columns.map(({ as }) => as)).toEqual([
      ...['site', 'ignored', 'data_type', 'time'],
      ...Array.from({ length: 6 }, () => 'value'),
    ]);
  }
});
