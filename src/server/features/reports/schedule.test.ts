import { existsSync, readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { readXlsx } from 'hucre';
import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { inbox } from '#shared/contract/platform/messages.ts';
import {
  reportFileActions,
  reportFiles,
  reportSchedules,
} from '#shared/contract/reports/report-schedules.ts';
import { type AirNetwork, airNetwork, clean } from '#test/helpers/air.ts';
import { type TestApp, testApp } from '#test/helpers/app.ts';
import { tidy } from '#test/helpers/upkeep.ts';
import { duePeriods, queueDueReports } from './schedule.ts';

const at = (time: string) => new Date(`${time}+08:00`);

describe('what is due', () => {
  const due = (kind: 'day' | 'week' | 'month' | 'year', until: string, now: string) =>
    duePeriods({ kind, due_hours: 8 }, at(until), at(now)).map(({ from }) =>
      new Date(from.getTime() + 8 * 3_600_000).toISOString().slice(0, 10),
    );

  test.each([
    ['day', '2026-11-15T10:00:00', '2026-11-16T07:59:00', []],
    ['day', '2026-11-15T10:00:00', '2026-11-16T08:00:00', ['2026-11-15']],
    ['day', '2026-11-15T10:00:00', '2026-11-18T09:00:00', ['2026-11-15', '2026-11-16', '2026-11-17']],
    ['day', '2026-11-16T00:00:00', '2026-11-16T23:00:00', []],
    ['week', '2026-11-10T00:00:00', '2026-11-16T07:00:00', []],
    ['week', '2026-11-10T00:00:00', '2026-11-16T08:00:00', ['2026-11-09']],
    ['month', '2026-11-10T00:00:00', '2026-12-01T08:00:00', ['2026-11-01']],
    ['year', '2026-11-10T00:00:00', '2027-01-01T08:00:00', ['2026-01-01']],
  ] as const)('of every %s since %s, at %s: %j', (kind, until, now, expected) => {
    expect(due(kind, until, now)).toEqual(expected);
  });

  test('is no more than a month of days after a long stop, the newest of them', () => {
    const days = due('day', '2026-01-01T00:00:00', '2026-11-16T09:00:00');
    expect([days.length, days.at(-1)]).toEqual([31, '2026-11-15']);
  });
});

let app: TestApp;
let network: AirNetwork;

beforeAll(async () => {
  app = await testApp();
  network = await airNetwork(app);
});

async function settled(): Promise<void> {
  const waiting = async () =>
    (await app.db.rows(sql`select from job where state in ('queued', 'running')`)).length;
  await expect.poll(waiting, { timeout: 30_000 }).toBe(0);
}

/** Sets the clock and runs everything that is due. */
async function passes(time: string) {
  app.clock.now = at(time);
  await app.rollUp();
  await queueDueReports(app.app);
  await settled();
  return app.login('operator');
}

const kept = () => readdirSync(join(app.config.dataDir, 'reports'));

test('a report is made when it is due, as its owner sees it, is kept, fetched, and goes when there are newer ones', async () => {
  const mine = await network.makeSite('SCHEDULED');
  const other = await network.makeSite('FOREIGN');
  await app.db.run(sql`
    insert into user_site (user_id, site_id)
    select user_id, ${mine} from user_account where account = 'operator'`);
  app.clock.now = at('2026-11-10T10:00:00');
  const days = ['2026-11-10', '2026-11-11', '2026-11-12'];
  await network.store(
    days.flatMap((day) => [...network.wholeDay(mine, day, clean), ...network.wholeDay(other, day, clean)]),
  );
  const operator = await app.login('operator');
  const { schedule_id = 0 } = await operator.send(reportSchedules.add, {
    schedule_name: '晨报',
    keep_count: 2,
  });

  let client = await passes('2026-11-11T07:00:00');
  expect((await client.send(reportFiles.list, {})).total).toBe(0);
  client = await passes('2026-11-11T08:00:00');
  const [file] = (await client.send(reportFiles.list, {})).data_info;
  expect(file).toMatchObject({ file_name: '晨报 2026-11-10.xlsx', fault: null, kind: 'day' });
  const { data_info: told } = await client.send(inbox.data, {});
  expect(told.map(({ subject }) => subject)).toEqual(['报表已生成：晨报 2026-11-10']);
  const { url } = await client.send(reportFileActions.download, {
    report_file_id: file?.report_file_id ?? 0,
  });
  const bytes = new Uint8Array(await (await client.download(url)).arrayBuffer());
  expect(bytes.length).toBe(file?.size);
  const { sheets } = await readXlsx(bytes);
  expect(sheets.map(({ name }) => name)).toEqual(['SCHEDULED']);
  expect(sheets[0]?.rows[0]?.[0]).toBe('SCHEDULED 日报表 2026-11-10');

  // The owner cannot download it after losing access to its site.
  const wanted = { report_file_id: file?.report_file_id ?? 0 };
  await app.db.run(sql`delete from user_site where site_id = ${mine}`);
  await expect(client.send(reportFileActions.download, wanted)).rejects.toMatchObject({
    envelope: { code: 13, detail: 'file_sites_unseen' },
  });
  await app.db.run(sql`
    insert into user_site (user_id, site_id)
    select user_id, ${mine} from user_account where account = 'operator'`);
  await client.send(reportFileActions.download, wanted);

  // A second run on the same day finds nothing; two days later two reports are due.
  client = await passes('2026-11-11T20:00:00');
  expect((await client.send(reportFiles.list, {})).total).toBe(1);
  client = await passes('2026-11-13T09:00:00');
  const names = (await client.send(reportFiles.list, {})).data_info.map(({ file_name }) => file_name);
  expect(names).toEqual(['晨报 2026-11-12.xlsx', '晨报 2026-11-11.xlsx']);
  expect(kept()).toHaveLength(2);

  // A day without data leaves a failed report and a notice.
  client = await passes('2026-11-14T09:00:00');
  const [none] = (await client.send(reportFiles.list, {})).data_info;
  expect(none).toMatchObject({ file_name: '晨报 2026-11-13.xlsx', size: null });
  expect((await client.send(inbox.data, {})).data_info[0]).toMatchObject({
    subject: '报表未能生成：晨报 2026-11-13',
    body: '定时报表“晨报 2026-11-13”未能生成：暂无数据。',
  });
  await expect(
    client.send(reportFileActions.download, { report_file_id: none?.report_file_id ?? 0 }),
  ).rejects.toMatchObject({ fault: 'file_missing' });

  // Only the owner sees and deletes the reports.
  const manager = await app.login('manager');
  expect((await manager.send(reportFiles.list, {})).total).toBe(0);
  const ids = {
    report_file_id: (await client.send(reportFiles.list, {})).data_info.map((each) => each.report_file_id),
  };
  await expect(manager.send(reportFileActions.remove, ids)).rejects.toMatchObject({ fault: 'no_data' });
  await client.send(reportFileActions.remove, ids);
  expect(kept()).toEqual([]);
  await client.send(reportSchedules.remove, { schedule_id });
});

test('one that is switched off waits; by hand a period is made anew in place of what was there', async () => {
  const site = await network.makeSite('BY-HAND');
  await network.store(network.wholeDay(site, '2026-10-01', clean));
  app.clock.now = at('2026-11-20T10:00:00');
  const admin = await app.login('admin');
  const fields = {
    schedule_name: '月报',
    kind: 'month',
    enabled: false,
    site_ids: [site],
    layout: 'compare',
  };
  const { schedule_id = 0 } = await admin.send(reportSchedules.add, fields);
  await passes('2026-12-02T00:00:00');
  const again = await app.login('admin');
  expect((await again.send(reportFiles.list, {})).total).toBe(0);
  for (let times = 0; times < 2; times += 1) {
    await again.send(reportFileActions.make, { schedule_id, date: '2026-10-15' });
    await settled();
  }
  expect((await again.send(reportFiles.list, {})).total).toBe(1);
  expect(kept()).toHaveLength(1);
  await expect(again.send(reportSchedules.add, fields)).rejects.toMatchObject({ fault: 'add_repeated' });
});

test('files whose schedule is gone are tidied away', async () => {
  const admin = await app.login('admin');
  const [schedule] = (await admin.send(reportSchedules.list, {})).data_info;
  await admin.send(reportSchedules.remove, { schedule_id: schedule?.schedule_id ?? 0 });
  const [stray = ''] = kept();
  const path = join(app.config.dataDir, 'reports', stray);
  expect(existsSync(path)).toBe(true);
  utimesSync(path, new Date(0), new Date(0));
  await tidy(app.app);
  expect(existsSync(path)).toBe(false);
});
