import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { packets } from '#shared/contract/packets/packets.ts';
import { type TestApp, testApp } from '#test/helpers/app.ts';
import type { Request } from '#test/helpers/bare-device.ts';
import {
  addCommand,
  addCommands,
  deviceOnLine,
  fineDust,
  isSettled,
  newDevice,
  reached,
  seenCommand,
} from '#test/helpers/commands.ts';
import { storedReadings } from '#test/helpers/stored.ts';
import { until } from '#test/helpers/until.ts';

/** Half the normal waiting times: no test here waits for a timeout. */
const PACE = 0.5;

let app: TestApp;
let factor = 0;
beforeAll(async () => {
  app = await testApp({ COMMAND_PACE: String(PACE) });
  factor = await fineDust(app);
});

const settled = (command_id: number) => reached(app, command_id, isSettled);

describe('a device that is not there', () => {
  test('is waited for until it comes', async () => {
    const { device, site_id } = await newDevice(app);
    const command_id = await addCommand(app, site_id, 'time_read');
    expect((await seenCommand(app, command_id)).state).toBe('queued');
    await device.connect();
    expect(await settled(command_id)).toMatchObject({ state: 'succeeded' });
    expect(device.sends('1011')).toHaveLength(1);
  });

  test('is waited for no longer than the command lives', async () => {
    const { device, site_id } = await newDevice(app);
    const { commands } = await addCommands(app, 'time_read', [{ site_id, params: {} }], { life_ms: 60_000 });
    const command_id = commands[0]?.command_id ?? 0;
    app.clock.forward(61);
    expect(await settled(command_id)).toMatchObject({ state: 'expired' });
    await device.connect();
    const next = await addCommand(app, site_id, 'time_read');
    await settled(next);
    expect(device.sends('1011')).toHaveLength(1);
  });
});

test('a device has one command at a time, in the order in which they came', async () => {
  const { device, site_id } = await newDevice(app);
  device.faults = { endAfterMs: 300 };
  const ids: number[] = [];
  for (const seconds of [60, 120, 180])
    ids.push(await addCommand(app, site_id, 'realtime_interval_set', { seconds }));
  let most = 0;
  await device.connect();
  await until(
    async () => {
      const open = await app.db.rows(sql`
        select from command where site_id = ${site_id} and state in ('sent', 'acknowledged', 'executing', 'verifying')`);
      most = Math.max(most, open.length);
      return Promise.all(ids.map((id) => seenCommand(app, id)));
    },
    (all) => all.every(({ state }) => state === 'succeeded'),
  );
  expect(most).toBe(1);
  expect(device.sends('1062').map(({ cp }) => cp)).toEqual([
    'RtdInterval=60',
    'RtdInterval=120',
    'RtdInterval=180',
  ]);
});

test('the database itself refuses a second one on the wire', async () => {
  const { site_id } = await newDevice(app);
  const [one, two] = [
    await addCommand(app, site_id, 'time_read'),
    await addCommand(app, site_id, 'time_read'),
  ];
  const both = app.db.tx({}, async (db) => {
    await db.run(sql`update command set state = 'sent' where command_id = ${one}`);
    await db.run(sql`update command set state = 'acknowledged' where command_id = ${two}`);
  });
  await expect(both).rejects.toMatchObject({ constraint: 'command_one_open' });
});

describe('K and B', () => {
  test('are two parameters, set and read back one by one', async () => {
    const { device, site_id } = await deviceOnLine(app);
    const command_id = await addCommand(app, site_id, 'kb_set', { factor, k: 1.05, b: -2.5 });
    expect(await settled(command_id)).toMatchObject({
      state: 'succeeded',
      confirmed: true,
      after_value: { values: { k: 1.05, b: -2.5 } },
    });
    expect(device.heard.map(({ cn, cp }) => `${cn} ${cp}`)).toEqual([
      '3021 PolId=a34004;InfoId=i13008;i13008-Info=1.05',
      '3021 PolId=a34004;InfoId=i13007;i13007-Info=-2.5',
      '3020 PolId=a34004;InfoId=i13008',
      '3020 PolId=a34004;InfoId=i13007',
    ]);
    const known = await app.db.rows(sql`
      select item, value, source from device_value where site_id = ${site_id} order by item`);
    expect(known).toEqual([
      { item: 'kb.b', value: -2.5, source: 'read' },
      { item: 'kb.k', value: 1.05, source: 'read' },
    ]);
    const next = await addCommand(app, site_id, 'kb_set', { factor, k: 1, b: 0 });
    expect(await settled(next)).toMatchObject({ before_value: { values: { k: 1.05, b: -2.5 } } });
  });

  test('of which only one could be set have failed, and what the device holds is known', async () => {
    const { device, site_id } = await deviceOnLine(app, { deaf: true, of: ['nothing'] });
    const original = device.settings.set.bind(device.settings);
    device.settings.set = (name, value) =>
      name.endsWith('i13007') ? device.settings : original(name, value);
    const command_id = await addCommand(app, site_id, 'kb_set', { factor, k: 1.2, b: 3 });
    expect(await settled(command_id)).toMatchObject({
      state: 'mismatch',
      after_value: { values: { k: 1.2, b: 0 } },
    });
  });

  test('go out in the unit of the wire and come back in the one that people see', async () => {
    const agreement = await app.db.one<{ agreement_id: number }>(sql`
      insert into agreement (agreement_name, edition) values ('毫克', '2017') returning agreement_id`);
    const agreement_id = agreement?.agreement_id ?? 0;
    await app.db.run(sql`
      insert into agreement_code (agreement_id, wire_code, component_id, scale) values (${agreement_id}, 'PM', ${factor}, 1000)`);
    const { device, site_id } = await deviceOnLine(app, {}, agreement_id);
    const command_id = await addCommand(app, site_id, 'kb_set', { factor, k: 1.5, b: 20 });
    expect(await settled(command_id)).toMatchObject({
      state: 'succeeded',
      after_value: { values: { k: 1.5, b: 20 } },
    });
    expect(device.settings.get('PM i13007')).toBe('0.02');
  });
});

test('a clock is set to the time of sending, and read back within seconds', async () => {
  // The device uses the machine's clock, the server the test clock.
  const { device, site_id } = await deviceOnLine(app);
  const command_id = await addCommand(app, site_id, 'time_set');
  const seen = await settled(command_id);
  expect(device.sends('1012')[0]?.cp).toMatch(/^SystemTime=20261115/);
  expect(seen).toMatchObject({ state: 'succeeded', confirmed: true });
});

describe('history', () => {
  const hour = (n: number) => `202611150${n}0000`;

  test('is counted: what came, what is new, what is missing still', async () => {
    const { device, site_id } = await deviceOnLine(app);
    for (const n of [1, 2, 4, 5]) device.hours.set(hour(n), n);
    await app.app.series.append({
      packets: [],
      readings: [
        {
          ...{ site_id, data_type: 'hour', ts: new Date('2026-11-14T17:00:00Z'), origin: 'l' },
          ...{ fids: [factor], avg: [1] },
        },
      ],
    });
    const command_id = await addCommand(app, site_id, 'history_hour', {
      ...{ from: '2026-11-14T17:00:00Z', to: '2026-11-14T22:00:00Z' },
    });
    expect(await settled(command_id)).toMatchObject({
      state: 'succeeded',
      result: { received: 4, expected: 5, added: 3, missing: 1 },
    });
    expect(device.sends('2061')[0]?.cp).toBe('BeginTime=20261115010000;EndTime=20261115050000');
    const rows = await storedReadings(app.db, 'hour', device.mn);
    expect(rows.map(({ ts }) => ts)).toHaveLength(4);
    // Requested values are marked as resupplied, however recent they are.
    expect(rows.map(({ origins }) => origins)).toEqual([undefined, ['s'], ['s'], ['s']]);
    const admin = await app.login('admin');
    const sent = await admin.send(packets.list, { site_id, command_id, cn: '2061', outgoing: false });
    expect(sent.total).toBe(4);
  });

  test('that the device does not have has failed by that', async () => {
    const { site_id } = await deviceOnLine(app, { fails: 100 });
    const command_id = await addCommand(app, site_id, 'history_hour', {
      ...{ from: '2026-11-14T17:00:00Z', to: '2026-11-14T22:00:00Z' },
    });
    expect(await settled(command_id)).toMatchObject({
      state: 'failed',
      exe_rtn: 100,
      result: { received: 0, expected: 5, missing: 5 },
    });
  });
});

test('request and replies are kept without passwords, and linked with the raw packets both ways', async () => {
  const { device, site_id } = await deviceOnLine(app);
  const command_id = await addCommand(app, site_id, 'password_set', { new_password: 'Secr3t' });
  expect((await settled(command_id)).state).toBe('succeeded');
  const kept = await app.db.rows<{ text: string }>(sql`
    select request as text from command_exchange where command_id = ${command_id}
    union all select raw from command_reply where command_id = ${command_id}
    union all select params::text from command where command_id = ${command_id}
    union all select plan::text from command where command_id = ${command_id}`);
  expect(kept.length).toBeGreaterThan(4);
  expect(kept.filter(({ text }) => text.includes('Secr3t') || text.includes('123456'))).toEqual([]);
  expect(kept[0]?.text).toContain('PW=******');
  const answers = await app.db.rows<{ cn: string }>(sql`
    select r.cn from command_reply r join command_exchange e using (exchange_id)
     where e.command_id = ${command_id} and e.stage = 'run' order by r.reply_id`);
  expect(answers.map(({ cn }) => cn)).toEqual(['9011', '9012']);
  expect(device.password).toBe('Secr3t');
  const admin = await app.login('admin');
  const listed = await until(
    () => admin.send(packets.list, { site_id, command_id, page_size: 50 }),
    ({ data_info }) => data_info.length >= 6,
  );
  expect(new Set(listed.data_info.map(({ cn }) => cn))).toEqual(new Set(['1072', '9011', '9012', '1011']));
  expect(listed.data_info.every((row) => row.command_id === command_id)).toBe(true);
  // From now on the platform uses the new password.
  const next = await addCommand(app, site_id, 'time_read');
  expect((await settled(next)).state).toBe('succeeded');
  expect(device.heard.at(-1)?.pw).toBe('Secr3t');
});

test('an answer that comes twice or late is kept with its request, and linked by its number', async () => {
  const { site_id } = await deviceOnLine(app, { twice: true });
  const command_id = await addCommand(app, site_id, 'minute_interval_read');
  expect((await settled(command_id)).state).toBe('succeeded');
  const replies = () =>
    app.db.rows<{ cn: string; late: boolean }>(sql`
      select cn, late from command_reply where command_id = ${command_id} order by reply_id`);
  const all = await until(replies, (rows) => rows.length >= 6);
  // The replies are stored in different turns, so their order may be reversed.
  const last = all.filter(({ cn }) => cn === '9012').map(({ late }) => late);
  expect(last.sort()).toEqual([false, true]);
  const admin = await app.login('admin');
  // Packets are written in their own batches, so the last one may appear shortly after its reply.
  const listed = await until(
    () => admin.send(packets.list, { site_id, cn: '9012', outgoing: false }),
    ({ data_info }) => data_info.length >= 2,
  );
  expect(listed.data_info.map((row) => row.command_id)).toEqual([command_id, command_id]);
});

test('values of an earlier request are no answer to the next one of the same kind', async () => {
  const { device, site_id } = await deviceOnLine(app);
  const first = await addCommand(app, site_id, 'realtime_interval_read');
  await settled(first);
  device.faults = { deaf: true };
  const second = await addCommand(app, site_id, 'realtime_interval_read');
  const requests = await until(
    async () => device.sends('1061'),
    (heard) => heard.length >= 2,
  );
  const say = (request: Request | undefined, cn: string, cp: string) =>
    device.write(`QN=${request?.qn};ST=22;CN=${cn};PW=123456;MN=${device.mn};Flag=4;CP=&&${cp}&&`);
  say(requests[0], '1061', 'RtdInterval=99');
  await until(
    () =>
      app.db.rows<{ late: boolean }>(
        sql`select late from command_reply where command_id = ${first} and cn = '1061'`,
      ),
    (rows) => rows.some(({ late }) => late),
  );
  expect((await seenCommand(app, second)).state).toBe('sent');
  say(requests[1], '1061', 'RtdInterval=45');
  say(requests[1], '9012', 'ExeRtn=1');
  expect(await settled(second)).toMatchObject({ state: 'succeeded', result: { values: { seconds: 45 } } });
});

test('no number is given twice, whoever asks and whatever the clock says', async () => {
  const numbers = await app.db.rows<{ qn: string }>(sql`select qn from command_exchange`);
  expect(numbers.length).toBeGreaterThan(10);
  expect(new Set(numbers.map(({ qn }) => qn)).size).toBe(numbers.length);
});

describe('a server that died', () => {
  /** The state that a crashed server leaves. */
  const abandon = (command_id: number, state: string) =>
    app.db.run(sql`
      update command set state = ${state}, sends = 1, sent_at = ${app.clock.now}, taken_by = ${randomUUID()},
                         stage = ${state === 'verifying' ? 'verify' : 'run'},
                         pending = ${state === 'verifying' ? 'done' : null}
       where command_id = ${command_id}`);

  test.each(['sent', 'acknowledged', 'executing', 'verifying'])(
    'leaves a write that was %s to be read back, and nothing is sent again',
    async (state) => {
      const { device, site_id } = await newDevice(app);
      device.settings.set('RtdInterval', '90');
      const command_id = await addCommand(app, site_id, 'realtime_interval_set', { seconds: 90 });
      await abandon(command_id, state);
      await reached(app, command_id, (now) => now === 'unknown');
      await device.connect();
      expect(await reached(app, command_id, (now) => now !== 'unknown' && isSettled(now))).toMatchObject({
        ...{ state: 'succeeded', confirmed: true, settled_by: 'read_back' },
      });
      expect(device.heard.map(({ cn }) => cn)).toEqual(['1061']);
    },
  );

  test('leaves a write that was never heard', async () => {
    const { device, site_id } = await newDevice(app);
    const command_id = await addCommand(app, site_id, 'realtime_interval_set', { seconds: 91 });
    await abandon(command_id, 'sent');
    await reached(app, command_id, (now) => now === 'unknown');
    await device.connect();
    expect(await reached(app, command_id, (now) => now === 'failed')).toMatchObject({ error: 'not_applied' });
    expect(device.sends('1062')).toEqual([]);
  });

  test('leaves what must not run twice unknown', async () => {
    const { device, site_id } = await newDevice(app);
    const command_id = await addCommand(app, site_id, 'sample_now', { factor });
    await abandon(command_id, 'acknowledged');
    await device.connect();
    expect(await settled(command_id)).toMatchObject({ state: 'unknown', error: 'restarted' });
    const next = await addCommand(app, site_id, 'time_read');
    await settled(next);
    expect(device.sends('3012')).toEqual([]);
  });
});

test('a planned restart settles what was under way and goes on with what waits', async () => {
  const { device, site_id } = await deviceOnLine(app, { mute: true, of: ['1062'] });
  const one = await addCommand(app, site_id, 'realtime_interval_set', { seconds: 75 });
  const two = await addCommand(app, site_id, 'minute_interval_read');
  await reached(app, one, (state) => state === 'sent');
  await until(
    () => device.sends('1062').length,
    (sends) => sends > 0,
  );
  await app.restart();
  expect(await reached(app, one, (state) => state === 'succeeded')).toMatchObject({
    settled_by: 'read_back',
  });
  expect((await settled(two)).state).toBe('succeeded');
  expect(device.ran('1062')).toBe(1);
});
