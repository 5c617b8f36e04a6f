import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { alarmRoutes } from '#shared/contract/alarms/recipients.ts';
import { alarmTelling } from '#shared/contract/alarms/telling.ts';
import { platformConfig } from '#shared/contract/platform/platform-config.ts';
import { addStep } from '#test/helpers/alarms.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { makeRole, makeUser, type Person } from '#test/helpers/people.ts';
import { mailReceiver, smtpAt, webReceiver } from '#test/helpers/receivers.ts';
import { tellDue } from './tell.ts';

let app: TestApp;
let admin: Client;
/** `chief` sees all sites, `local` only the first one. */
let chief: Person;
let local: Person;
const sites: number[] = [];

beforeAll(async () => {
  app = await testApp();
  for (let n = 0; n < 8; n++) {
    const row = await app.db.one<{ site_id: number }>(sql`
      insert into site (mn, site_name, city_code) values (${`MN${n}`}, ${`${n}号站`}, '330500') returning site_id`);
    sites.push(row?.site_id ?? 0);
  }
  chief = await makeUser(app.db, await makeRole(app.db, ['alarm.read'], true));
  local = await makeUser(app.db, await makeRole(app.db, ['alarm.read']));
  await app.db.run(sql`insert into user_site (user_id, site_id) values (${local.user_id}, ${sites[0]})`);
  for (const { user_id, account } of [chief, local])
    await app.db.run(sql`
      insert into user_notice (user_id, email, in_app, by_sms, by_email)
      values (${user_id}, ${`${account}@example.com`}, '{}', '{}', '{}')`);
});

beforeEach(async () => {
  app.clock.now = new Date('2026-11-15T02:00:00Z');
  admin = await app.login('admin');
  await app.db.run(sql`delete from alarm`);
  await app.db.run(sql`delete from message`);
  await app.db.run(sql`delete from alarm_route`);
  await app.db.run(sql`
    update alarm_setting set quiet_hours = '[]', quiet_levels = '{warning}', storm_count = 5, language = 'zh'`);
});

const route = async (more: object) =>
  Number((await admin.send(alarmRoutes.add, { route_name: `r${Math.random()}`, ...more })).route_id);

type Raise = { site?: number; kind?: string; level?: string };
/** Stores an episode and its step in one transaction, like the engine; a kind that no periodic check would close. */
async function raise({ site = 0, kind = 'flag', level = 'alarm' }: Raise = {}): Promise<number> {
  const now = app.clock.now;
  return app.db.tx({}, async (db) => {
    const row = await db.one<{ alarm_id: number }>(sql`
      insert into alarm (site_id, family, kind, level, from_at, raised_at, opened_at)
      values (${sites[site]}, 'instrument', ${kind}, ${level}, ${now}, ${now}, ${now}) returning alarm_id`);
    await step(db, row?.alarm_id ?? 0, 'raised', level);
    return row?.alarm_id ?? 0;
  });
}
const step = (db: Db, alarm_id: number, did: string, level: string) =>
  addStep(db, { alarm_id, did, level, at: app.clock.now });
async function recover(alarm_id: number): Promise<void> {
  const now = app.clock.now;
  await app.db.tx({}, async (db) => {
    await db.run(sql`
      update alarm set ended_at = ${now}, closed_at = ${now}, end_reason = 'recovered' where alarm_id = ${alarm_id}`);
    await step(db, alarm_id, 'recovered', 'alarm');
  });
}
async function worsen(alarm_id: number): Promise<void> {
  await app.db.tx({}, async (db) => {
    await db.run(sql`update alarm set level = 'alarm' where alarm_id = ${alarm_id}`);
    await step(db, alarm_id, 'worsened', 'alarm');
  });
}

/** Some time later, with all due notifications sent. */
async function later(seconds = 6): Promise<void> {
  app.clock.forward(seconds);
  await tellDue(app.app);
}
interface Told {
  user_id: number | null;
  channel: string;
  subject: string;
}
const told = () =>
  app.db.rows<Told>(
    sql`select user_id, channel, subject from message where kind = 'alarm' order by message_id`,
  );
const toldTo = async () => (await told()).map(({ user_id, channel }) => [user_id, channel]);

describe('who is told', () => {
  test('only of sites that they may see, whatever the route says', async () => {
    await route({ user_ids: [chief.user_id, local.user_id], channels: ['in_app'] });
    await raise({ site: 0 });
    await raise({ site: 1 });
    await later();
    expect(await toldTo()).toEqual(
      [
        [local.user_id, 'in_app'],
        [chief.user_id, 'in_app'],
        [chief.user_id, 'in_app'],
      ].sort((a, b) => Number(a[0]) - Number(b[0])),
    );
  });

  test('the one on duty of a group, also past midnight', async () => {
    const group = await app.db.one<{ id: number }>(
      sql`insert into user_group (user_group_name) values ('值班') returning user_group_id as id`,
    );
    const members = [chief.user_id, await makeUser(app.db, 1).then(({ user_id }) => user_id)];
    for (const user_id of members)
      await app.db.run(
        sql`insert into user_group_member (user_group_id, user_id) values (${group?.id}, ${user_id})`,
      );
    // The test clock starts on a Sunday at 10:00 in Shanghai, within the shift that began on Saturday evening.
    const turns: [number | undefined, number, string, string][] = [
      [members[0], 6, '20:00', '12:00'],
      [members[1], 7, '12:00', '20:00'],
    ];
    for (const [user_id, weekday, from, to] of turns)
      await app.db.run(sql`
        insert into user_duty (user_group_id, user_id, weekday, start_time, end_time)
        values (${group?.id}, ${user_id}, ${weekday}, ${from}, ${to})`);
    app.clock.now = new Date('2026-11-15T02:00:00Z');
    await route({ duty_group_ids: [group?.id], channels: ['in_app'] });
    await raise();
    await later();
    expect(await toldTo()).toEqual([[members[0], 'in_app']]);
    app.clock.now = new Date('2026-11-15T05:00:00Z');
    await raise({ site: 1 });
    await later();
    expect((await toldTo()).at(-1)).toEqual([members[1], 'in_app']);
  });

  test('nobody by a route of another kind, family, level or place', async () => {
    const people = { user_ids: [chief.user_id] };
    await route({ ...people, kinds: ['zero'] });
    await route({ ...people, families: ['measurement'] });
    await route({ ...people, levels: ['warning'] });
    await route({ ...people, scope: 'site', site_id: sites[1] });
    await route({ ...people, enabled: false });
    await raise();
    await later();
    expect(await told()).toEqual([]);
    await route({ ...people, scope: 'city', city_code: '330500', kinds: ['flag'] });
    await raise({ site: 2 });
    await later();
    expect(await toldTo()).toEqual([[chief.user_id, 'in_app']]);
  });

  test('who has no number or address is skipped, and the page says so', async () => {
    const { user_id } = await makeUser(app.db, 1);
    await app.db.run(sql`update user_account set mobile = null where user_id = ${user_id}`);
    const route_id = await route({ user_ids: [user_id], channels: ['in_app', 'sms', 'email'] });
    await raise();
    await later();
    expect(await toldTo()).toEqual([[user_id, 'in_app']]);
    const { alarmRouteActions } = await import('#shared/contract/alarms/recipients.ts');
    const { data_info } = await admin.send(alarmRouteActions.who, { route_id });
    expect(data_info).toMatchObject([
      { user_id, channels: ['in_app'], missing: ['sms', 'email'], site_count: sites.length },
    ]);
  });
});

describe('an episode', () => {
  test('is told once, and once when it is over, to those who were told', async () => {
    await route({ user_ids: [chief.user_id] });
    const alarm_id = await raise();
    await later();
    await later();
    // Added to the route after the alarm, so not notified of it.
    await app.db.run(sql`update alarm_route set user_ids = user_ids || ${local.user_id}::integer`);
    await recover(alarm_id);
    await later();
    await later();
    expect(await told()).toMatchObject([
      { user_id: chief.user_id, subject: '【报警】0号站 数据标记异常' },
      { user_id: chief.user_id, subject: expect.stringContaining('【恢复】0号站 数据标记异常已恢复') },
    ]);
  });

  test('that nobody was told of ends without a word', async () => {
    const alarm_id = await raise();
    await later();
    await recover(alarm_id);
    await later();
    expect(await told()).toEqual([]);
  });

  test('that worsens is told to those of the alarm level and once to the others', async () => {
    await route({ user_ids: [chief.user_id], levels: ['warning'] });
    await route({ user_ids: [local.user_id, chief.user_id], levels: ['alarm'] });
    const alarm_id = await raise({ level: 'warning' });
    await later();
    expect(await toldTo()).toEqual([[chief.user_id, 'in_app']]);
    await worsen(alarm_id);
    await later();
    await later();
    expect((await told()).slice(1)).toMatchObject(
      [
        { user_id: chief.user_id, subject: '【升级为报警】0号站 数据标记异常' },
        { user_id: local.user_id, subject: '【升级为报警】0号站 数据标记异常' },
      ].sort((a, b) => a.user_id - b.user_id),
    );
  });

  test('is told once by two tellers at once, and by the next where one was stopped half-way', async () => {
    await route({ user_ids: [chief.user_id] });
    await raise();
    app.clock.forward(6);
    const broken = {
      ...app.app,
      pool: {
        ...app.db,
        tx: async (actor: object, work: never) =>
          app.db.tx(actor, async (db) => {
            await (work as (on: typeof db) => Promise<void>)(db);
            throw new Error('stopped before the commit');
          }),
      },
    } as unknown as TestApp['app'];
    await tellDue(broken).catch(() => undefined);
    await Promise.all([tellDue(app.app), tellDue(app.app), tellDue(app.app)]);
    expect(await told()).toHaveLength(1);
  });
});

test('it escalates while nobody acknowledges it, and repeats so many times', async () => {
  await route({ user_ids: [chief.user_id], repeat_minutes: 10, repeat_most: 2 });
  await route({ user_ids: [local.user_id], after_minutes: 30 });
  const alarm_id = await raise();
  await later();
  const heard = async () =>
    (await told()).map(({ user_id }) => (user_id === chief.user_id ? 'chief' : 'local'));
  expect(await heard()).toEqual(['chief']);
  await later(610);
  expect(await heard()).toEqual(['chief', 'chief']);
  expect((await told()).at(-1)?.subject).toContain('【报警未确认】');
  await later(610);
  await later(610);
  // Two repeats at most; then it escalates.
  expect(await heard()).toEqual(['chief', 'chief', 'chief', 'local']);
  const steps = await app.db.rows(
    sql`select did from alarm_step where alarm_id = ${alarm_id} and did = 'escalated'`,
  );
  expect(steps).toHaveLength(1);
  await later(7200);
  expect(await heard()).toHaveLength(4);

  await app.db.run(sql`delete from message`);
  const acknowledged = await raise({ site: 1 });
  await later();
  await app.db.run(sql`update alarm set acknowledged_at = ${app.clock.now} where alarm_id = ${acknowledged}`);
  await later(7200);
  expect(await heard()).toEqual(['chief']);
});

describe('in quiet hours', () => {
  const night = {
    quiet_hours: [['22:00', '07:00']] as [string, string][],
    quiet_levels: ['warning' as const],
  };
  beforeEach(async () => {
    const { updated_at: _, ...settings } = await admin.send(alarmTelling.data, {});
    await admin.send(alarmTelling.set, { ...settings, ...night });
    await route({ user_ids: [chief.user_id] });
    // 23:00 in Shanghai.
    app.clock.now = new Date('2026-11-16T15:00:00Z');
  });

  test('an alarm goes through and a warning waits until they end', async () => {
    await raise({ level: 'alarm' });
    await raise({ site: 1, level: 'warning' });
    await later();
    expect((await told()).map(({ subject }) => subject)).toEqual(['【报警】0号站 数据标记异常']);
    app.clock.now = new Date('2026-11-16T23:00:00Z');
    await later();
    expect((await told()).map(({ subject }) => subject)).toEqual([
      '【报警】0号站 数据标记异常',
      '【预警】1号站 数据标记异常',
    ]);
  });

  test('a warning that is over by their end is not told at all', async () => {
    const alarm_id = await raise({ level: 'warning' });
    await later();
    await recover(alarm_id);
    await later();
    app.clock.now = new Date('2026-11-16T23:00:00Z');
    await later();
    await later();
    expect(await told()).toEqual([]);
  });
});

describe('a storm', () => {
  test('is one message to each, of the sites that they see, and one when it is over', async () => {
    await route({ user_ids: [chief.user_id, local.user_id] });
    const alarms: number[] = [];
    for (let site = 0; site < 7; site++) alarms.push(await raise({ site }));
    await later();
    const at = '自 \\d\\d:\\d\\d 起';
    expect(await told()).toMatchObject(
      [
        {
          user_id: chief.user_id,
          subject: expect.stringMatching(`^【报警】湖州市 7 个站点数据标记异常，${at}$`),
        },
        { user_id: local.user_id, subject: '【报警】0号站 数据标记异常' },
      ].sort((a, b) => a.user_id - b.user_id),
    );
    const members = await app.db.rows(sql`select from alarm where storm_id = ${Math.min(...alarms)}`);
    expect(members).toHaveLength(7);
    for (const alarm_id of alarms) await recover(alarm_id);
    await later(200);
    expect((await told()).slice(2).map(({ subject }) => subject)).toEqual(
      expect.arrayContaining([
        '【恢复】湖州市 7 个站点数据标记异常已恢复',
        expect.stringContaining('【恢复】0号站 数据标记异常已恢复'),
      ]),
    );
    expect(await told()).toHaveLength(4);
  });

  test('that nobody acknowledges is told so, in one message', async () => {
    await route({ user_ids: [chief.user_id] });
    for (const to of [local, chief]) await route({ user_ids: [to.user_id], after_minutes: 10 });
    for (const site of [0, 1, 2, 3, 4, 5]) await raise({ site });
    for (const seconds of [900, 60]) await later(seconds);
    const mine = (await told()).flatMap((one) => (one.user_id === chief.user_id ? [one.subject] : []));
    expect(mine.map((subject) => /^【报警未确认】湖州市 6 个站点/.test(subject))).toEqual([false, true]);
  });

  test('waits while more come', async () => {
    await route({ user_ids: [chief.user_id] });
    for (let site = 0; site < 5; site++) await raise({ site });
    await later(3);
    await raise({ site: 5 });
    await later(3);
    expect(await told()).toEqual([]);
    await later(3);
    expect((await told()).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('6 个站点数据标记异常'),
    ]);
  });
});

test('a repeat waits while the site is maintained', async () => {
  await route({ user_ids: [chief.user_id], repeat_minutes: 10 });
  await raise();
  await later();
  const ends_at = new Date(app.clock.now.getTime() + 3_600_000);
  await app.db.run(sql`
    insert into maintenance_window (scope, site_id, starts_at, ends_at)
    values ('site', ${sites[0]}, ${app.clock.now}, ${ends_at})`);
  await later(1200);
  expect(await told()).toHaveLength(1);
  await later(3600);
  expect(await told()).toHaveLength(2);
});

test('a letter, the webhook and text messages go out, each once and with a number of its own', async () => {
  const mail = await mailReceiver();
  const hook = await webReceiver();
  const sms = await webReceiver();
  const { version } = await admin.send(platformConfig.data, {});
  await admin.send(platformConfig.set, {
    ...{ version, ...smtpAt(mail.port) },
    ...{ mail_from: 'noreply@example.com', webhook_provider: 'webhook', webhook_url: hook.url },
    ...{ sms_provider: 'webhook', sms_webhook_url: sms.url },
  });
  await route({ user_ids: [chief.user_id, local.user_id], channels: ['email', 'webhook', 'sms'] });
  const alarm_id = await raise();
  await later();
  await expect
    .poll(() => [mail.letters.length, hook.received.length, sms.received.length], { timeout: 30_000 })
    .toEqual([2, 1, 2]);
  expect(mail.letters.join()).toMatch(/To: person\d+@example\.com/);
  expect(new Set(mail.letters.map((letter) => /Message-ID: <message-(\d+)@/.exec(letter)?.[1])).size).toBe(2);
  expect(hook.received[0]).toMatchObject({
    headers: { 'x-lanjing-message': String(hook.received[0]?.body.message_id) },
    body: {
      ...{ kind: 'alarm', subject: '【报警】0号站 数据标记异常' },
      alarm: { event: 'raised', kind: 'flag', level: 'alarm', mn: 'MN0', alarm_ids: String(alarm_id) },
    },
  });
  expect(sms.received[0]?.body).toMatchObject({ text: '【报警】0号站 数据标记异常' });
  await recover(alarm_id);
  await later();
  await expect
    .poll(() => [mail.letters.length, hook.received.length, sms.received.length], { timeout: 30_000 })
    .toEqual([4, 2, 4]);
});
