import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { json, sql } from '#server/db/sql.ts';
import { exampleAgreement } from '#server/features/site-config/vendor-example.ts';
import { type CommandKindName, commandKind, commandKindNames } from '#shared/domain/command-kinds.ts';
import type { ParamValues } from '#shared/domain/command-params.ts';
import { HOUR_MS } from '#shared/domain/time-units.ts';
import { type TestApp, testApp } from '#test/helpers/app.ts';
import { addCommands, isSettled, reached, type SeenCommand } from '#test/helpers/commands.ts';
import { storedReadings } from '#test/helpers/stored.ts';
import { until } from '#test/helpers/until.ts';
import { type CommandFault, commandFaultNames } from './command-faults.ts';
import { Fleet } from './fleet.ts';

/** Shortens waits of ten seconds to two, on both sides of the line. */
const PACE = 0.2;
/** The first station has no fault; each of the others has one. */
const STATIONS = 1 + commandFaultNames.length;

let app: TestApp;
let fleet: Fleet;
const sites: number[] = [];
const factors: Record<string, number> = {};

beforeAll(async () => {
  app = await testApp({ COMMAND_PACE: String(PACE) });
  const clock = {
    now: () => app.clock.now.getTime(),
    wait: (ms: number, then: () => void) => {
      const timer = setTimeout(then, ms * PACE);
      return () => clearTimeout(timer);
    },
  };
  fleet = new Fleet({
    ...{ sites: STATIONS, port: app.gateway.port, clock, outages: false, types: ['2011'] },
    ...{ connectRate: 1000, timeoutMs: 60_000 },
    faults: commandFaultNames.map((fault, i) => ({
      fault,
      cns: ['1062', '3012'],
      stations: [String(i + 2)],
    })),
  });
  const rows = fleet.stations.map(({ mn, device }, place) => ({ mn, place, label: device.site.label }));
  const stored = await app.db.rows<{ site_id: number }>(sql`
    with added as (
      insert into site (mn, site_name, agreement_id, secret)
      select s.mn, s.mn, a.agreement_id, '123456'
        from jsonb_to_recordset(${json(rows)}) as s (mn text, label text)
        join agreement a on a.agreement_name = ${exampleAgreement}
      returning site_id, mn)
    select site_id from added join jsonb_to_recordset(${json(rows)}) as s (mn text, place integer) using (mn)
     order by place`);
  sites.push(...stored.map(({ site_id }) => site_id));
  for (const { code, id } of await app.db.rows<{ code: string; id: number }>(
    sql`select code_2017 as code, component_id as id from component where code_2017 is not null`,
  ))
    factors[code] = id;
  await until(
    async () => app.gateway.directory.site(sites.at(-1) ?? 0),
    (site) => site !== undefined,
    60_000,
  );
  fleet.start();
  await until(
    async () => app.gateway.sessions.size,
    (size) => size === STATIONS,
    60_000,
  );
});
afterAll(() => fleet.stop());

const pm25 = () => factors.a34004 ?? 0;
const device = (place = 0) => fleet.stations[place]?.device;

async function run(
  kind: CommandKindName,
  params: ParamValues = {},
  more: { list?: ParamValues[]; place?: number } = {},
): Promise<SeenCommand> {
  const site_id = sites[more.place ?? 0] ?? 0;
  const { commands, refused } = await addCommands(app, kind, [
    { site_id, params, ...(more.list && { list: more.list }) },
  ]);
  expect(refused).toEqual([]);
  return reached(app, commands[0]?.command_id ?? 0, isSettled);
}

/** Runs a command until it succeeds: a station that is still busy refuses. */
function prepared(...asked: Parameters<typeof run>): Promise<void> {
  return expect.poll(async () => (await run(...asked)).state, { timeout: 60_000 }).toBe('succeeded');
}

/** Waits until the restart has broken the line and all stations are connected again. */
async function backAgain(brokenBefore: number): Promise<void> {
  await expect.poll(() => fleet.tally.broken, { timeout: 60_000 }).toBeGreaterThan(brokenBefore);
  await expect.poll(() => fleet.tally.connected, { timeout: 60_000 }).toBe(STATIONS);
}

/** Restarts the first station and waits until all are connected. */
async function restarted(): Promise<SeenCommand> {
  const { broken } = fleet.tally;
  const seen = await run('reboot');
  await backAgain(broken);
  return seen;
}

const hour = (ago: number) =>
  new Date(Math.floor(app.clock.now.getTime() / HOUR_MS) * HOUR_MS - ago * HOUR_MS).toISOString();

/** Some days for daily data, at most an hour for anything else. */
const spanOf = (kind: CommandKindName) =>
  kind === 'history_day' || kind === 'history_facility'
    ? { from: hour(72), to: hour(1) }
    : { from: hour(4), to: kind === 'history_realtime' ? hour(3.9) : hour(3) };

test('every command that its protocol has is carried out, and what is set is read back', {
  timeout: 240_000,
}, async () => {
  const given: Partial<Record<CommandKindName, ParamValues>> = {
    timeout_set: { seconds: 60, times: 3 },
    realtime_interval_set: { seconds: 120 },
    minute_interval_set: { minutes: 5 },
    password_set: { new_password: '123456' },
    log_read: { info: 'i21001', from: hour(5), to: hour(-1) },
    info_read: { info: 'i22001' },
    parameter_set: { info: 'i13008', factor: pm25(), value: '1' },
    sampling_cycle_set: { factor: pm25(), first: '013000', hours: 6 },
    kb_set: { factor: pm25(), k: 1.1, b: -0.5 },
    calibrate_value: { factor: pm25(), standard: 40 },
    upgrade: { url: 'https://example.com/f.bin', version: '2.0.0', checksum: 'ab12' },
  };
  const site = { site_id: sites[0] ?? 0, params: {} };
  const done: Record<string, [string, boolean | null]> = {};
  const expected: typeof done = {};
  for (const kind of commandKindNames) {
    const { params, does, list, readBy, proof } = commandKind(kind);
    const usual: ParamValues = {
      ...('factor' in params && !params.factor?.optional && { factor: pm25() }),
      ...(does === 'history' && spanOf(kind)),
    };
    const target = { ...site, params: { ...usual, ...given[kind] } };
    const { broken } = fleet.tally;
    const { commands, refused } = await addCommands(app, kind, [
      { ...target, ...(list && does === 'write' && { list: [{ other: factors.a21026 ?? 0, c: 0.1 }] }) },
    ]);
    // Commands of other editions are tested without a platform.
    if (refused.length > 0) continue;
    const { state, confirmed } = await reached(app, commands[0]?.command_id ?? 0, isSettled);
    done[kind] = [state, confirmed];
    if (kind === 'reboot') await backAgain(broken);
    expected[kind] = ['succeeded', readBy || proof ? true : null];
  }
  expect(done).toEqual(expected);
  expect(Object.keys(done)).toEqual(
    expect.arrayContaining(['kb_set', 'kcc_set', 'sensor_read', 'sim_read', 'history_realtime', 'upgrade']),
  );
  expect(device()).toMatchObject({ realtimeSeconds: 120, minuteInterval: 5, firmware: '2.0.0' });
});

describe('a station really changes', () => {
  const sensor = async () => {
    const { result } = await run('sensor_read', { factor: pm25() });
    return (result as { values: { raw: number; value: number } }).values;
  };

  test('by slope, intercept and interference, and sends accordingly', async () => {
    await prepared('kcc_set', { factor: pm25() }, { list: [] });
    await prepared('kb_set', { factor: pm25(), k: 2, b: 1 });
    const plain = await sensor();
    expect(plain.value).toBeCloseTo(2 * plain.raw + 1, 0);
    const { after_value } = await run(
      'kcc_set',
      { factor: pm25() },
      { list: [{ other: factors.a21026 ?? 0, c: 0.5 }] },
    );
    expect(after_value).toMatchObject({ list: [{ other: factors.a21026, c: 0.5 }] });
    // Within one reading, because the air changes between two readings.
    const lessened = await sensor();
    expect(2 * lessened.raw + 1 - lessened.value).toBeGreaterThan(0.5);
    await prepared('kcc_set', { factor: pm25() }, { list: [] });
  });

  test('by a value that it should read', async () => {
    await prepared('kb_set', { factor: pm25(), k: 1, b: 0 });
    expect(await run('calibrate_value', { factor: pm25(), standard: 77 })).toMatchObject({
      state: 'succeeded',
    });
    expect((await sensor()).value).toBeCloseTo(77, 0);
    await run('kb_set', { factor: pm25(), k: 1, b: 0 });
  });

  test('its clock can be set, and it comes back after a restart', async () => {
    const first = device();
    if (first) first.clockOff = -3_600_000;
    expect(await run('time_set')).toMatchObject({ state: 'succeeded', confirmed: true });
    expect(Math.abs(first?.clockOff ?? 1e9)).toBeLessThan(2000);
    expect(await restarted()).toMatchObject({ state: 'succeeded' });
    expect(await run('time_read')).toMatchObject({ state: 'succeeded' });
  });
});

describe('history', () => {
  test('comes hour by hour before the end, and is stored', async () => {
    const before = await storedReadings(app.db, 'hour', fleet.stations[0]?.mn);
    const seen = await run('history_hour', { from: hour(30), to: hour(24) });
    expect(seen).toMatchObject({
      state: 'succeeded',
      result: { expected: 6, received: 6, added: 6, missing: 0 },
    });
    const after = await storedReadings(app.db, 'hour', fleet.stations[0]?.mn);
    expect(after.length - before.length).toBe(6);
  });

  test('that the logger no longer has is said to be none (100)', async () => {
    const long = 500 * 24;
    expect(await run('history_hour', { from: hour(long), to: hour(long - 3) })).toMatchObject({
      ...{ state: 'failed', exe_rtn: 100, result: { received: 0, missing: 3 } },
    });
  });

  test('of single moments comes under the number of live data', async () => {
    await run('realtime_interval_set', { seconds: 60 });
    const from = new Date(Date.parse(hour(50)));
    const to = new Date(from.getTime() + 5 * 60_000).toISOString();
    const seen = await run('history_realtime', { from: from.toISOString(), to });
    expect(seen).toMatchObject({ state: 'succeeded', result: { received: 5 } });
    const stored = await storedReadings(app.db, 'realtime', fleet.stations[0]?.mn);
    expect(stored.filter(({ ts }) => Date.parse(ts) >= from.getTime() && ts < to)).toHaveLength(5);
  });
});

/**
 * Per fault: the outcome of a write that can be read back and of an action that must not run twice, and how often each
 * was executed.
 */
const ends: Record<
  CommandFault,
  { write: Partial<SeenCommand>; act: Partial<SeenCommand>; runs: [number, number] }
> = {
  refuses: { write: { state: 'refused' }, act: { state: 'refused' }, runs: [0, 0] },
  fails: { write: { state: 'failed' }, act: { state: 'failed' }, runs: [0, 0] },
  lies: { write: { state: 'mismatch' }, act: { state: 'succeeded' }, runs: [0, 0] },
  ignores: { write: { state: 'failed', error: 'not_applied' }, act: { state: 'timed_out' }, runs: [0, 0] },
  mute: { write: { state: 'succeeded', settled_by: 'read_back' }, act: { state: 'timed_out' }, runs: [1, 1] },
  late: { write: { state: 'succeeded' }, act: { state: 'succeeded', late: true }, runs: [1, 1] },
  twice: { write: { state: 'succeeded' }, act: { state: 'succeeded' }, runs: [1, 1] },
  'wrong-number': { write: { state: 'succeeded' }, act: { state: 'succeeded' }, runs: [1, 1] },
  'no-ack': { write: { state: 'succeeded' }, act: { state: 'succeeded' }, runs: [1, 1] },
  'no-end': { write: { state: 'succeeded' }, act: { state: 'timed_out', phase: 'exec' }, runs: [1, 1] },
  'drop-heard': { write: { state: 'failed' }, act: { state: 'unknown' }, runs: [0, 0] },
  'drop-acknowledged': { write: { state: 'failed' }, act: { state: 'unknown' }, runs: [0, 0] },
  'drop-executed': { write: { state: 'succeeded' }, act: { state: 'unknown' }, runs: [1, 1] },
  'drop-replied': { write: { state: 'succeeded' }, act: { state: 'unknown' }, runs: [1, 1] },
  'drop-ended': { write: { state: 'succeeded' }, act: { state: 'succeeded' }, runs: [1, 1] },
  restarts: { write: { state: 'succeeded' }, act: { state: 'unknown' }, runs: [1, 1] },
};

describe.concurrent('a station that', () => {
  test.each(commandFaultNames)('%s', { timeout: 240_000 }, async (fault) => {
    const place = commandFaultNames.indexOf(fault) + 1;
    const { write, act, runs } = ends[fault];
    const site_id = sites[place] ?? 0;
    const settle = async (kind: CommandKindName, params: ParamValues, wanted: Partial<SeenCommand>) => {
      const { commands } = await addCommands(app, kind, [{ site_id, params }]);
      // After a broken line a command may be `unknown` temporarily; a late answer arrives after the command has
      // settled.
      return reached(app, commands[0]?.command_id ?? 0, (state) =>
        wanted.late
          ? state === wanted.state
          : isSettled(state) && (state !== 'unknown' || wanted.state === state),
      );
    };
    expect(await settle('realtime_interval_set', { seconds: 90 }, write)).toMatchObject(write);
    const pace = act.state === 'timed_out' && act.phase === 'exec';
    if (!pace) expect(await settle('sample_now', { factor: pm25() }, act)).toMatchObject(act);
    const ran = (cn: string) => device(place)?.executions.get(cn) ?? 0;
    expect([ran('1062'), pace ? runs[1] : ran('3012')]).toEqual(runs);
  });
});
