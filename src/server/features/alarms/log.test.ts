import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { alarmActions, alarmLog } from '#shared/contract/alarms/log.ts';
import { addAlarm, type NewAlarm } from '#test/helpers/alarms.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { exportedList } from '#test/helpers/export.ts';
import { makeRole, makeUser } from '#test/helpers/people.ts';

let app: TestApp;
let admin: Client;
/** Sees one of two sites, and no platform alarms. */
let operator: Client;
let pm25: number;
const site: Record<'mine' | 'other', number> = { mine: 0, other: 0 };
const MAY = ['alarm.read', 'alarm.do', 'file.write'];

beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
  const component = await app.db.one<{ id: number }>(
    sql`select component_id as id from component where component_key = 'pm25'`,
  );
  pm25 = component?.id ?? 0;
  for (const name of ['mine', 'other'] as const) {
    const row = await app.db.one<{ id: number }>(
      sql`insert into site (mn, site_name) values (${name}, ${name}) returning site_id as id`,
    );
    site[name] = row?.id ?? 0;
  }
  const person = await makeUser(app.db, await makeRole(app.db, MAY));
  await app.db.run(sql`insert into user_site (user_id, site_id) values (${person.user_id}, ${site.mine})`);
  operator = await app.login(person.account);
});

let minute = 0;
/** A unique side and time, so that no two episodes are equal. */
const add = (more: Partial<NewAlarm> = {}) =>
  addAlarm(app.db, {
    site_id: site.mine,
    component_id: pm25,
    side: `${++minute}`,
    from_at: new Date(Date.UTC(2026, 10, 1, 0, minute)),
    ...more,
  });
const over = (more: Partial<NewAlarm> = {}) => add({ ended_at: new Date(Date.UTC(2026, 10, 2)), ...more });
const read = async (alarm_id: number, client = admin) =>
  (await client.send(alarmLog.list, { alarm_id })).data_info[0];
const acknowledge = (alarm_id: number | number[], client = operator) =>
  client.send(alarmActions.do, { alarm_id, act: 'acknowledge' });
const handle = (alarm_id: number | number[], more: object = {}, client = operator) =>
  client.send(alarmActions.do, { alarm_id, act: 'handle', handled_cause: '扬尘', ...more });
const correct = (
  alarm_id: number | number[],
  handled_version: number,
  more: object = {},
  client = operator,
) =>
  client.send(alarmActions.do, {
    ...{ alarm_id, act: 'correct', handled_version, handled_cause: '扬尘', ...more },
  });
const steps = async (alarm_id: number) => (await admin.send(alarmActions.steps, { alarm_id })).data_info;

describe('the log', () => {
  test('lists all that is open whatever the period, and the rest by it', async () => {
    const [open, ended] = [await add(), await over()];
    const period = { from_at_from: '2027-01-01T00:00:00Z', from_at_to: '2027-02-01T00:00:00Z' };
    const ids = async (query: object) =>
      (await admin.send(alarmLog.list, { page_size: 1000, ...query })).data_info.map((one) => one.alarm_id);
    expect(await ids({ state: 'open', ...period })).toContain(open);
    expect(await ids({ state: 'open', ...period })).not.toContain(ended);
    expect(await ids({ state: 'recovered', ...period })).toEqual([]);
    expect(await ids(period)).toEqual([]);
    expect(await ids({ state: 'recovered' })).toContain(ended);
  });

  test('counts by each filter, and by a word, what it lists', async () => {
    await add({ level: 'alarm' });
    await handle(await over(), { false_alarm: true });
    const filters = [
      ...[{}, { keyword: 'mine' }, { state: 'open' }, { state: 'recovered' }, { state: 'handled' }],
      ...[{ family: 'measurement' }, { kind: 'over_standard' }, { level: 'alarm' }, { site_id: site.mine }],
      ...[{ component_id: pm25 }, { cause: 'local' }, { acknowledged: false }, { handled: true }],
      ...[{ false_alarm: true }, { rule_id: 1 }, { from_at_from: '2026-11-01T00:03:00Z' }],
      { from_at_to: '2026-11-01T00:03:00Z' },
    ] as const;
    for (const client of [admin, operator]) {
      for (const filter of filters) {
        const all = await client.send(alarmLog.list, { page_size: 1000, ...filter });
        const { total } = await client.send(alarmLog.list, { page_size: 1, ...filter });
        expect({ filter, total }).toEqual({ filter, total: all.data_info.length });
      }
    }
  });

  test('says how long an episode lasts, up to now while it is open', async () => {
    const ended = await over({ from_at: new Date('2026-11-01T22:00:00Z') });
    const open = await add({ from_at: new Date(app.clock.now.getTime() - 60_000) });
    expect(await read(ended)).toMatchObject({ duration: 7200, state: 'recovered' });
    expect((await read(open))?.duration).toBeGreaterThanOrEqual(60);
  });

  test('in a file says a class, volts and minutes as a reader knows them, and what has a unit as a number', async () => {
    const [from_at_from, from_at_to] = [new Date('2026-10-01T00:00:00Z'), new Date('2026-10-02T00:00:00Z')];
    const at = (hour: number) => new Date(from_at_from.getTime() + hour * 3_600_000);
    const bare = { component_id: null, ended_at: from_at_to };
    await over({
      ...bare,
      kind: 'over_standard',
      side: 'water_class',
      from_at: at(1),
      peak: 4,
      limit_value: 3,
    });
    await over({
      ...bare,
      kind: 'low_power',
      data_type: null,
      from_at: at(2),
      peak: 186.5,
      limit_value: 190,
    });
    await over({ ...bare, kind: 'clock_drift', data_type: null, from_at: at(3), peak: -12, limit_value: 10 });
    await over({ from_at: at(4), peak: 188.25, limit_value: 75 });
    const lines = async (language: 'zh' | 'en') => {
      const period = { from_at_from: from_at_from.toISOString(), from_at_to: from_at_to.toISOString() };
      const columns = ['peak', 'limit_value', 'unit'];
      const file = await exportedList(admin, 'alarmLog', columns, { ...period, sort: 'from_at' }, language);
      return new TextDecoder().decode(file).trim().split('\r\n').slice(1);
    };
    expect(await lines('zh')).toEqual([
      'Ⅳ类,Ⅲ类,',
      '186.5 V,190 V,',
      '慢 12 分钟,10 分钟,',
      '188.25,75,µg/m³',
    ]);
    expect((await lines('en'))[2]).toMatch(/^12 min.* (slow|behind).*,10 min,$/);
  });

  test('counts what is open, and the worst that nobody has acknowledged', async () => {
    const before = await operator.send(alarmActions.count, {});
    const [warning, alarm] = [
      await add({ level: 'warning' }),
      await add({ kind: 'offline', data_type: null }),
    ];
    await over();
    const after = await operator.send(alarmActions.count, {});
    expect(after.open - before.open).toBe(2);
    expect(after.by_kind.offline).toBe((before.by_kind.offline ?? 0) + 1);
    expect(after.by_family.instrument - before.by_family.instrument).toBe(1);
    expect(after.worst).toBe('alarm');
    const all = (await operator.send(alarmLog.list, { state: 'open', acknowledged: false })).data_info;
    await acknowledge(all.map(({ alarm_id }) => alarm_id).filter((id) => id !== warning));
    expect(await operator.send(alarmActions.count, {})).toMatchObject({
      unacknowledged: 1,
      worst: 'warning',
    });
    expect(await read(alarm)).toMatchObject({ acknowledged_by_name: expect.any(String) });
  });
});

describe('an act', () => {
  test('is a step with its actor, and cannot be done twice', async () => {
    const alarm_id = await add();
    await acknowledge(alarm_id);
    await expect(acknowledge(alarm_id)).rejects.toMatchObject({
      fault: 'processing_failed',
      envelope: { detail: 'alarm_acknowledged' },
    });
    expect(await steps(alarm_id)).toMatchObject([
      { did: 'raised', actor: null },
      { did: 'acknowledged', actor: operator.user?.real_name },
    ]);
  });

  test('on many is done on those that it can be done on, and says why not on the others', async () => {
    const [one, two] = [await add(), await add()];
    await acknowledge(one);
    expect(await acknowledge([one, two])).toEqual({
      done: 1,
      refused: [{ alarm_id: one, detail: 'alarm_acknowledged' }],
    });
    expect(await read(two)).toMatchObject({ acknowledged_by_name: operator.user?.real_name });
    expect(await steps(one)).toHaveLength(2);
    await expect(acknowledge([one, two])).rejects.toMatchObject({
      envelope: { detail: 'alarm_acknowledged' },
    });
  });

  test('that handles an open episode leaves it open, and acknowledges it', async () => {
    const alarm_id = await add();
    await handle(alarm_id, { note: '道路施工', false_alarm: true });
    expect(await read(alarm_id)).toMatchObject({
      ...{ state: 'open', handled_cause: '扬尘', handled_note: '道路施工', false_alarm: true },
      ...{ handled_at: expect.any(String), acknowledged_at: expect.any(String) },
    });
    await expect(handle(alarm_id)).rejects.toMatchObject({ envelope: { detail: 'alarm_handled' } });
    await expect(acknowledge(alarm_id)).rejects.toMatchObject({ envelope: { detail: 'alarm_acknowledged' } });
  });

  test('that handles one that is over makes it handled', async () => {
    const alarm_id = await over();
    await handle(alarm_id);
    expect(await read(alarm_id)).toMatchObject({
      state: 'handled',
      end_reason: 'recovered',
      false_alarm: false,
    });
  });

  test.each([
    [{ act: 'handle' }, 'handled_cause'],
    [{ act: 'correct', handled_version: 1 }, 'handled_cause'],
    [{ act: 'correct', handled_cause: '扬尘' }, 'handled_version'],
    [{ act: 'overrule_cause' }, 'cause'],
    [{ act: 'note' }, 'note'],
  ])('%j needs %s', async (wanted, field) => {
    const alarm_id = await add();
    await expect(operator.send(alarmActions.do, { alarm_id, ...wanted } as never)).rejects.toMatchObject({
      fault: 'parameter_error',
      envelope: { fields: [{ field, problem: 'required' }] },
    });
  });

  test('that handles many leaves those alone that are handled already, and names them', async () => {
    const [one, two] = [await over(), await add()];
    await handle(one, { note: '先处理', false_alarm: true });
    expect(await handle([one, two], { handled_cause: '停电', note: '后处理' })).toEqual({
      done: 1,
      refused: [{ alarm_id: one, detail: 'alarm_handled' }],
    });
    expect(await read(one)).toMatchObject({
      ...{ handled_cause: '扬尘', handled_note: '先处理', false_alarm: true, handled_version: 1 },
    });
    expect(await read(two)).toMatchObject({ handled_cause: '停电', handled_note: '后处理' });
    expect((await steps(one)).filter(({ did }) => did === 'handled')).toHaveLength(1);
  });

  test('that corrects how an alarm was handled is a step of its own, and the first handling stays readable', async () => {
    const alarm_id = await over();
    await handle(alarm_id, { note: '道路施工', false_alarm: true });
    const first = await read(alarm_id);
    app.clock.forward(60);
    await correct(alarm_id, 1, { handled_cause: '停电', note: '供电所证实' }, admin);
    expect(await read(alarm_id)).toMatchObject({
      ...{ state: 'handled', handled_cause: '停电', handled_note: '供电所证实', false_alarm: false },
      ...{ handled_at: first?.handled_at, handled_by_name: operator.user?.real_name, handled_version: 2 },
    });
    const taken = await steps(alarm_id);
    expect(taken.slice(-2)).toMatchObject([
      {
        ...{ did: 'handled', actor: operator.user?.real_name, note: '道路施工' },
        details: { handled_cause: '扬尘', false_alarm: true },
      },
      {
        ...{ did: 'handling_corrected', actor: admin.user?.real_name, note: '供电所证实' },
        details: {
          ...{ handled_cause: '停电', false_alarm: false },
          from: { handled_cause: '扬尘', handled_note: '道路施工', false_alarm: true },
        },
      },
    ]);
    const [was, now] = taken.slice(-2).map(({ at }) => Date.parse(at));
    expect(Number(now) - Number(was)).toBe(60_000);
    const listed = async (false_alarm: boolean) =>
      (await admin.send(alarmLog.list, { alarm_id, false_alarm })).data_info.length;
    expect([await listed(true), await listed(false)]).toEqual([0, 1]);
  });

  test('that corrects an old version, nothing, or what is not handled is refused', async () => {
    const [alarm_id, unhandled] = [await over(), await over()];
    await handle(alarm_id);
    await expect(correct(unhandled, 1)).rejects.toMatchObject({ envelope: { detail: 'alarm_unhandled' } });
    await expect(correct(alarm_id, 1)).rejects.toMatchObject({
      fault: 'processing_failed',
      envelope: { detail: 'alarm_handling_same' },
    });
    await correct(alarm_id, 1, { false_alarm: true });
    await expect(correct(alarm_id, 1, { handled_cause: '停电' })).rejects.toMatchObject({
      envelope: { code: 65, detail: 'changed_meanwhile' },
    });
    expect(await read(alarm_id)).toMatchObject({ handled_cause: '扬尘', handled_version: 2 });
    const both = await Promise.allSettled(
      ['停电', '断网'].map((cause) => correct(alarm_id, 2, { handled_cause: cause })),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await read(alarm_id)).toMatchObject({ handled_version: 3 });
  });

  test('overrules the likely cause, which is kept with what it was', async () => {
    const alarm_id = await add({ cause: 'regional' });
    const overrule = (cause: 'local' | 'regional', id = alarm_id) =>
      operator.send(alarmActions.do, { alarm_id: id, act: 'overrule_cause', cause, note: '旁边有工地' });
    await overrule('local');
    expect(await read(alarm_id)).toMatchObject({
      cause: 'local',
      cause_by_name: operator.user?.real_name,
    });
    expect((await steps(alarm_id)).at(-1)).toMatchObject({
      did: 'cause_overruled',
      details: { from: 'regional', to: 'local' },
    });
    await expect(overrule('local')).rejects.toMatchObject({ envelope: { detail: 'alarm_cause_same' } });
    const offline = await add({ kind: 'offline' });
    await expect(overrule('local', offline)).rejects.toMatchObject({
      envelope: { detail: 'alarm_without_cause' },
    });
  });

  test('takes along one’s own files only, which whoever sees the alarm can load', async () => {
    const upload = async (client: Client) =>
      ((await client.upload('现场.txt', 'content', 'attachment')).data as { file_id: number }).file_id;
    const [mine, theirs] = [await upload(operator), await upload(admin)];
    const alarm_id = await add();
    await expect(handle(alarm_id, { file_ids: [mine, theirs] })).rejects.toMatchObject({
      fault: 'file_missing',
    });
    await handle(alarm_id, { file_ids: [mine] });
    const { files } = await admin.send(alarmActions.steps, { alarm_id });
    expect(files).toMatchObject([{ file_id: mine, file_name: '现场.txt' }]);
    const { url } = await admin.send(alarmActions.file, { alarm_id, file_id: mine });
    expect(await (await admin.download(url)).text()).toBe('content');
    await expect(admin.send(alarmActions.file, { alarm_id, file_id: theirs })).rejects.toMatchObject({
      fault: 'file_missing',
    });
  });
});

describe('alarms of others', () => {
  test('are neither listed nor counted nor acted on', async () => {
    const theirs = await add({ site_id: site.other });
    const before = await operator.send(alarmActions.count, {});
    await add({ site_id: site.other });
    expect(await operator.send(alarmActions.count, {})).toEqual(before);
    expect(await read(theirs, operator)).toBeUndefined();
    await expect(acknowledge(theirs)).rejects.toMatchObject({ fault: 'no_authority' });
    await handle(theirs, {}, admin);
    await expect(correct(theirs, 1, { false_alarm: true })).rejects.toMatchObject({ fault: 'no_authority' });
    expect(await read(theirs)).toMatchObject({ false_alarm: false });
    await expect(operator.send(alarmActions.steps, { alarm_id: theirs })).rejects.toMatchObject({
      fault: 'no_authority',
    });
    const mine = await add();
    await expect(acknowledge([mine, theirs])).rejects.toMatchObject({ fault: 'no_authority' });
    expect(await read(mine)).toMatchObject({ acknowledged_at: null });
    await expect(acknowledge([mine, 999_999])).rejects.toMatchObject({ fault: 'no_data' });
  });

  test('of the platform itself are for those who look after it', async () => {
    const disk = await add({ site_id: null, kind: 'disk', component_id: null });
    expect(await read(disk)).toMatchObject({ site_id: null, site_name: null });
    expect(await read(disk, operator)).toBeUndefined();
    await expect(acknowledge(disk)).rejects.toMatchObject({ fault: 'no_authority' });
    const seesAll = await makeUser(app.db, await makeRole(app.db, MAY, true));
    const everySite = await app.login(seesAll.account);
    expect(await read(disk, everySite)).toBeUndefined();
    await acknowledge(disk, admin);
    expect(await read(disk)).toMatchObject({ acknowledged_at: expect.any(String) });
  });
});
