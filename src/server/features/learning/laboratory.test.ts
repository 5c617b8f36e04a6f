import { beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { labCommands, labExamples, laboratory } from '#shared/contract/learning/laboratory.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { refused } from '#test/helpers/articles.ts';
import { makeUser } from '#test/helpers/people.ts';

let app: TestApp;
let learner: Client;
beforeAll(async () => {
  app = await testApp({ ROLES: 'api' });
  learner = await app.client().signIn((await makeUser(app.db, 4)).account);
});

const sent = async (example: (typeof labExamples)[number]) => {
  const { raw } = await learner.send(laboratory.example, { example });
  return (await learner.send(laboratory.send, { raw })).frames[0];
};

test('a right packet is accepted, read by factor and answered', async () => {
  const frame = await sent('hour');
  expect(frame).toMatchObject({ verdict: 'ok', refused: null, cn: '2061', deviations: [] });
  expect(frame?.readings[0]).toMatchObject({ wire_code: 'a34004', unit: 'µg/m³', value: 35, flag: 'N' });
  expect(frame?.answer).toContain('CN=9014');
  expect(Date.parse(frame?.data_time ?? '')).toBeLessThan(app.clock.now.getTime());
});

test('each mistake is found for what it is', async () => {
  expect(await sent('bad_crc')).toMatchObject({ verdict: 'bad_crc', refused: 'verdict', answer: null });
  expect(await sent('wrong_password')).toMatchObject({ verdict: 'ok', refused: 'wrong_pw', answer: null });
  expect((await sent('unknown_code'))?.unmapped).toEqual(['a99999']);
  expect(await sent('future_time')).toMatchObject({ refused: 'time', data_time: null });
  expect((await sent('cut_off'))?.refused).toBe('verdict');
  const { raw } = await learner.send(laboratory.example, { example: 'realtime' });
  const foreign = raw.replace(/MN=\w+/, (mn) => mn.replace('LAB', 'XYZ'));
  expect((await learner.send(laboratory.send, { raw: foreign })).frames[0]?.refused).toBe('verdict');
  await refused(learner.send(laboratory.send, { raw: 'hello' }), 400, 'raw');
});

test('the password counts as the station is set up', async () => {
  await learner.send(laboratory.setUp, { station_type: 'water', password: 'abc', check_password: false });
  expect(await sent('wrong_password')).toMatchObject({ refused: null });
  expect((await sent('realtime'))?.readings.map(({ wire_code }) => wire_code)).toContain('w01001');
  await learner.send(laboratory.setUp, { station_type: 'air', password: '123456', check_password: true });
});

test('commands go to the virtual device and their answers are read as those of a real one', async () => {
  for (const command of labCommands) {
    const params: Record<string, string | number> = { seconds: 60, minutes: 5 };
    const done = await learner.send(laboratory.command, { command, params });
    expect([command, done.succeeded, done.exchanges.length > 2]).toEqual([command, true, true]);
  }
  expect((await learner.send(laboratory.command, { command: 'realtime_interval_read' })).values).toEqual({
    seconds: 60,
  });
  await refused(learner.send(laboratory.command, { command: 'realtime_interval_set' }), 400, 'seconds');
});

test('what was sent is in one own log, and nothing of it is a measurement, a packet or a command of a site', async () => {
  const other = await app.client().signIn((await makeUser(app.db, 4)).account);
  const { data_info } = await learner.send(laboratory.log, {});
  expect(data_info.length).toBeGreaterThan(10);
  expect((await other.send(laboratory.log, {})).data_info).toEqual([]);
  const mn = (await learner.send(laboratory.station, {})).mn;
  expect((await other.send(laboratory.station, {})).mn).not.toBe(mn);
  expect(await app.db.run(sql`select from site`)).toBe(0);
  expect(await app.db.run(sql`select from unregistered_device`)).toBe(0);
  expect(await app.db.run(sql`select from command`)).toBe(0);
  await learner.send(laboratory.clear, {});
  expect((await learner.send(laboratory.log, {})).data_info).toEqual([]);
});

test('every example is a frame of the station', async () => {
  const { mn } = await learner.send(laboratory.station, {});
  for (const example of labExamples)
    expect((await learner.send(laboratory.example, { example })).raw).toContain(
      example === 'cut_off' ? '##' : mn,
    );
});
