import { beforeAll, expect, test } from 'vitest';
import type * as z from 'zod';
import { readRules } from '#server/alarms/tell-due.ts';
import { openPool, type Pool } from '#server/db/pool.ts';
import { identifier, json, sql } from '#server/db/sql.ts';
import { alarmTelling } from '#shared/contract/alarms/telling.ts';
import {
  platformConfig,
  platformSecrets,
  platformSettings,
} from '#shared/contract/platform/platform-config.ts';
import { platformStatus } from '#shared/contract/platform/platform-status.ts';
import { orderCalendar } from '#shared/contract/work-orders/calendar.ts';
import { type TestApp, testApp } from '#test/helpers/app.ts';
import { atEnd } from '#test/helpers/at-end.ts';
import { idlePort } from '#test/helpers/idle-port.ts';
import { encrypt } from './cipher.ts';

const settings = Object.keys(platformSettings.shape);
const secrets = Object.keys(platformSecrets.shape);

/** Stored as text; numbers fit into numeric columns, too. */
const rubbish = [
  '1;2;3',
  "https://a.example;script-src 'unsafe-inline'/{z}/{x}/{y}",
  'https://a.example,https://b.example/{z}/{x}/{y}',
  'https://地图.example/{z}/{x}/{y}',
  'https://a.example:99999/{z}/{x}/{y}',
  'https://[::::]/{z}/{x}/{y}',
  '-',
  'https://a.example\r\nSet-Cookie: a=b/{z}/{x}/{y}',
  '"\'`<script>',
  '\u0001\u001f\u007f\u0085\ud7ff',
  '',
  'null',
  '{"a":{"b":[1,{"c":null}]}}',
  'x'.repeat(100_000),
  '-2147483648',
  '2147483647',
];

let app: TestApp;
/** A separate pool, because the server's connections are closed at each restart. */
let db: Pool;
beforeAll(async () => {
  app = await testApp({ PORT: String(await idlePort()) });
  const pool = openPool(app.databaseUrl, () => undefined);
  atEnd(() => pool.end());
  db = pool;
});

/** Returns false if the database rejects the value. */
async function store(name: string, value: string): Promise<boolean> {
  const secret = value === 'null' ? value : encrypt(value, name, app.app.secrets.signing_secret);
  const statement = settings.includes(name)
    ? sql`update platform_setting set ${identifier(name)} = ${value}`
    : sql`insert into platform_secret (secret_name, secret) values (${name}, ${secret})
          on conflict (secret_name) do update set secret = excluded.secret`;
  return db.run(statement).then(
    () => true,
    () => false,
  );
}

/** Clears all settings except for an external map, so that its parts are used. */
async function reset(): Promise<void> {
  await db.run(sql`delete from platform_secret`);
  for (const name of settings) await db.run(sql`update platform_setting set ${identifier(name)} = null`);
  await db.run(sql`
    update platform_setting
       set map_provider = 'tiles', map_general_url = 'https://t{s}.example/{z}/{x}/{y}', map_hosts = '1,2'`);
}

/** Checks the page, the health check and an API call. */
async function serves(): Promise<void> {
  const [page, health, call] = await Promise.all([
    fetch(`${app.address}/login`, { headers: { accept: 'text/html' } }),
    fetch(`${app.address}/health`),
    app.client().raw(platformConfig.data.path, {}),
  ]);
  // 404 without built pages, which is not an error here.
  expect([200, 404]).toContain(page.status);
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'self'");
  expect(policy).not.toMatch(/unsafe-inline'.*unsafe-inline'|地|Set-Cookie|99999|::::|\/\/t?-/);
  expect(health.status).toBe(200);
  expect(call).toMatchObject({ status: 200, envelope: { code: 401 } });
}

test.each([...settings, ...secrets])('%s may hold anything, and the pages are served', async (name) => {
  await reset();
  for (const value of rubbish) {
    if (!(await store(name, value))) continue;
    // Wait until the running server has read the change.
    await expect.poll(async () => app.app.settings.current).toEqual(await app.app.settings.read());
    await serves();
  }
  const client = await app.login('admin');
  await client.send(platformConfig.data, {});
});

test.each(rubbish.map((value) => [value.slice(0, 40), value]))(
  'a server whose settings all hold %j starts, serves and says which it cannot use',
  async (_shown, value) => {
    await reset();
    const unusable: string[] = [];
    for (const name of settings) {
      if (!(await store(name, value))) continue;
      const row = await db.one<Record<string, unknown>>(sql`select * from platform_setting`);
      const schema: z.ZodType = platformSettings.shape[name as keyof typeof platformSettings.shape];
      if (!schema.safeParse(row?.[name]).success) unusable.push(name);
    }
    for (const name of secrets) {
      await store(name, value);
      const schema: z.ZodType = platformSecrets.shape[name as keyof typeof platformSecrets.shape];
      if (value === 'null' || !schema.safeParse(value).success) unusable.push(name);
    }
    await app.restart();
    await serves();
    const admin = await app.login('admin');
    const { findings } = await admin.send(platformStatus.findings, {});
    expect(findings.find(({ name }) => name === 'settings')?.settings ?? []).toEqual(unusable);
  },
);

test('what cannot be used is discarded by the next save, and the finding goes', async () => {
  await reset();
  await store('map_hosts', '1;2;3');
  const admin = await app.login('admin');
  await expect
    .poll(() => admin.send(platformStatus.findings, {}))
    .toEqual({ findings: [{ name: 'settings', level: 'warning', settings: ['map_hosts'] }] });
  const { version, map_hosts } = await admin.send(platformConfig.data, {});
  expect(map_hosts).toBeNull();
  await expect(admin.send(platformConfig.set, { version, map_hosts: '1;2;3' })).rejects.toMatchObject({
    envelope: { code: 400, fields: [{ field: 'map_hosts', problem: 'bad_format' }] },
  });
  await admin.send(platformConfig.set, { version, map_provider: 'bundled' });
  await expect.poll(() => admin.send(platformStatus.findings, {})).toEqual({ findings: [] });
});

test.each([{ a: { b: [1] } }, [[['25:99', '-1']], null], 'x', null])(
  'with %j as quiet hours and working hours people are told, orders have deadlines, and both pages open',
  async (value) => {
    await reset();
    await db.run(sql`update alarm_setting set quiet_hours = ${json(value)}, link_base = 'javascript:1'`);
    await db.run(sql`update order_calendar set hours = ${json(value)}, days = ${json(value)}`);
    await app.restart();
    await serves();
    const admin = await app.login('admin');
    expect(await readRules(db)).toMatchObject({ quiet_hours: [], storm_count: 5 });
    const telling = await admin.send(alarmTelling.data, {});
    expect(telling).toMatchObject({ quiet_hours: [], link_base: null });
    const calendar = await admin.send(orderCalendar.data, {});
    expect(calendar).toMatchObject({ hours: Array(7).fill([['00:00', '24:00']]), days: {} });
    const found = async () => (await admin.send(platformStatus.findings, {})).findings;
    expect(await found()).toEqual([
      {
        ...{ name: 'settings', level: 'warning' },
        settings: ['quiet_hours', 'link_base', 'order_hours', 'order_days'],
      },
    ]);
    await admin.send(alarmTelling.set, telling);
    await admin.send(orderCalendar.set, calendar);
    await expect.poll(found).toEqual([]);
  },
);
