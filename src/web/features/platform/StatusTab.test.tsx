import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { rolePowers } from '#shared/contract/access/roles.ts';
import { platformStatus } from '#shared/contract/platform/platform-status.ts';
import { upkeep } from '#shared/contract/platform/upkeep.ts';
import { ok, showPage, signInAs, stubServer } from '#web/ui/testing.tsx';
import { StatusTab } from './StatusTab.tsx';

const GB = 1024 ** 3;
const disk = {
  holds: 'all',
  free: 40 * GB,
  total: 100 * GB,
  warning_below: 10 * GB,
  critical_below: 2 * GB,
};
const server = {
  process_id: '1',
  is_this: true,
  host: 'lj-1',
  address: 'http://10.0.0.1:8080',
  gateway_port: 8212,
  roles: ['gateway', 'api', 'jobs'],
  version: '0.1.0',
  started_at: '2026-11-15T00:00:00.000Z',
  seen_at: '2026-11-15T02:00:00.000Z',
  silent_seconds: 2.4,
  alive: true,
  stations: 1234,
  viewers: 5,
  duties: ['rollup', 'reports'],
};
const status = {
  version: '0.1.0',
  started_at: '2026-11-15T00:00:00.000Z',
  stations: 1234,
  viewers: 5,
  ingest: {
    stored: 98_765,
    dropped: 0,
    waiting: 7,
    lag_seconds: 0.25,
    per_minute: 4321.4,
    recent: [1, 5, 3],
  },
  mqtt: { connected: true, messages: 77, refused: 1 },
  database_state: 'ok',
  database: {
    version: '18.4',
    answer_ms: 3.2,
    bytes: 3 * GB,
    dirty_buckets: 11,
    jobs: { running: 2 },
    messages: { email: 3, sms: 1 },
    servers: [server],
    upkeep: {},
  },
  disks: [disk],
  unusable_settings: [],
  unshared_files: [],
  memory: 256 * 1024 ** 2,
  cpu_seconds: 100,
  cpu_part: 0.125,
  loop_lag_seconds: 0.021,
  findings: [],
};
const part = { part: 'packets', rows: 0, about: false, files: 0, bytes: 0, failure: null };
const run = {
  run_id: 8,
  started_at: '2026-11-15T02:00:00.000Z',
  finished_at: '2026-11-15T02:00:02.500Z',
  outcome: 'done',
  parts: [
    { ...part, rows: 1_234_567, about: true, bytes: 2 * GB },
    { ...part, part: 'realtime', rows: 3 },
  ],
  asked_by: null,
};
const state = {
  job: 'retention',
  last: run,
  succeeded_at: run.finished_at,
  failures: 0,
  next_at: '2126-11-15T08:00:00.000Z',
};

async function show({ shown = status as object, states = [state] as object[], role = 0 } = {}) {
  signInAs(role);
  const server = stubServer({
    [platformStatus.data.path]: () => ok(shown),
    [upkeep.data.path]: () => ok({ data_info: states, total: states.length }),
    [upkeep.runs.path]: () => ok({ data_info: [run, { ...run, run_id: 7, asked_by: '王工' }], total: 2 }),
    [upkeep.run.path]: () => ok({ run_id: 9 }),
    [rolePowers.data.path]: () => ok({ data_info: [], total: 0 }),
  });
  await showPage(<StatusTab />);
  await screen.findByText('清理过期数据');
  return server;
}
const card = (name: string) => screen.getByRole('region', { name });

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('the figures are those of the server', async () => {
  await show();
  expect(screen.getByText('一切正常')).toBeTruthy();
  expect(card('数据接入').textContent).toMatch(
    /4,321包\/分钟.*等待入库7.*最长等待250 毫秒.*启动以来入库98,765启动以来未能入库0/,
  );
  expect(card('在线').textContent).toMatch(/1,234站点连接.*MQTT已连接，77 条实时页面5/);
  expect(card('后台队列').textContent).toMatch(/待汇总时段11进行中的任务2等待的任务0待发消息4/);
  expect(card('数据库').textContent).toMatch(/3\.00 GB.*3 毫秒.*18\.4/);
  expect(card('数据库和文件所在磁盘').textContent).toMatch(/40\.00 GB剩余 40%.*不足 10\.00 GB 时提醒/);
  expect(screen.getByRole('img', { name: '已用 60.00 GB，共 100.00 GB' })).toBeTruthy();
  expect(card('服务进程').textContent).toMatch(/256\.00 MB.*单核的 12%.*21 毫秒/);
});

test('what is wrong is said with what to do about it, and a database that is away leaves no figures made up', async () => {
  const short = { ...disk, free: GB };
  await show({
    shown: {
      ...status,
      database: null,
      disks: [short],
      findings: [
        { name: 'database', level: 'critical' },
        { name: 'disk', level: 'critical', disk: short },
      ],
    },
  });
  expect(screen.getByText('有 2 项需要处理')).toBeTruthy();
  expect(screen.getByText('磁盘即将写满：数据库和文件所在磁盘剩余 1.00 GB，共 100.00 GB')).toBeTruthy();
  expect(screen.getByText(/^写满后无法再接收数据/)).toBeTruthy();
  expect(card('数据库').textContent).toBe('数据库没有应答');
  expect(card('后台队列').textContent).toContain('待汇总时段–');
});

test('stored settings that cannot be used are named as on their page', async () => {
  const settings = ['map_hosts', 'webhook_url', 'quiet_hours', 'order_days'];
  await show({ shown: { ...status, findings: [{ name: 'settings', level: 'warning', settings }] } });
  expect(
    screen.getByText('已存的设置无法使用：地图 · 服务器编号、Webhook · 地址、免打扰时段、特殊日期'),
  ).toBeTruthy();
  expect(screen.getByText(/^目前按默认值运行/)).toBeTruthy();
});

test('each server on the database is listed with its roles, its tasks and its last sign of life', async () => {
  const other = {
    ...server,
    process_id: '2',
    is_this: false,
    host: 'lj-2',
    roles: ['api'],
    gateway_port: null,
    alive: false,
    duties: [],
  };
  await show({ shown: { ...status, database: { ...status.database, servers: [server, other] } } });
  const row = (name: RegExp) => within(card('服务器')).getByRole('row', { name }).textContent;
  expect(row(/lj-1/)).toMatch(
    /^lj-1本服务器http:\/\/10\.0\.0\.1:8080 · 设备端口 8212 · 版本 0\.1\.0设备接入网页与接口后台任务独占：数据汇总、定时报表2 秒前2026-11-15 08:00:00 启动1,2345$/,
  );
  expect(row(/lj-2/)).toMatch(/网页与接口2026-11-15 10:00:00 后失去联系2026-11-15 08:00:00 启动––$/);
  // With a single active server its state is the platform's.
  expect(card('数据接入')).toBeTruthy();
  cleanup();
  const both = [server, { ...other, alive: true }];
  await show({ shown: { ...status, database: { ...status.database, servers: both } } });
  expect(card('数据接入 · 本服务器')).toBeTruthy();
});

test('a role that no server has is said with what stands still', async () => {
  await show({ shown: { ...status, findings: [{ name: 'role', level: 'warning', role: 'jobs' }] } });
  expect(screen.getByText('没有服务器承担“后台任务”')).toBeTruthy();
  expect(screen.getByText(/^小时和日数据不再汇总.*ROLES 含 jobs 的服务器。$/)).toBeTruthy();
});

test('of a PostgreSQL of one’s own the disk is said not to be measured', async () => {
  await show({ shown: { ...status, disks: [{ ...disk, holds: 'files' }] } });
  expect(screen.getByText(/其磁盘不在此测量/)).toBeTruthy();
});

test('a run tells what it removed, an estimate as such, and its history who asked', async () => {
  await show();
  const row = screen.getByRole('row', { name: /清理过期数据/ });
  expect(row.textContent).toMatch(/成功.*自动 · 用时 2 秒.*约 1,234,570 行.*2\.00 GB/);
  fireEvent.click(within(row).getByRole('button', { name: '“清理过期数据”的运行记录' }));
  expect(await screen.findByText(/王工 手动运行/)).toBeTruthy();
  expect(screen.getAllByText('原始报文')).toHaveLength(2);
  expect(screen.getAllByText('约 1,234,567 行')).toHaveLength(2);
});

test('a failure stands there with its sentence, and how long it has been so', async () => {
  const failed = {
    ...state,
    failures: 3,
    last: {
      ...run,
      outcome: 'failed',
      parts: [
        { ...part, failure: 'busy' },
        { ...part, part: 'minute', failure: 'boom' },
      ],
    },
  };
  await show({ states: [failed] });
  const row = screen.getByRole('row', { name: /清理过期数据/ });
  expect(row.textContent).toMatch(
    /失败原始报文：数据正被查询，稍后自动重试分钟数据：boom连续 3 次未成功，上次成功 2026-11-15/,
  );
});

test('run now asks first, and is not offered to who may only look', async () => {
  const server = await show();
  fireEvent.click(screen.getByRole('button', { name: '立即运行“清理过期数据”' }));
  const question = await screen.findByRole('dialog', { name: '立即运行“清理过期数据”？' });
  expect(server.inputsOf(upkeep.run.path)).toEqual([]);
  fireEvent.click(within(question).getByRole('button', { name: '立即运行' }));
  await waitFor(() => expect(server.inputsOf(upkeep.run.path)).toEqual([{ job: 'retention' }]));
  cleanup();
  await show({ role: 5 });
  expect(screen.queryByRole('button', { name: /^立即运行/ })).toBeNull();
});
