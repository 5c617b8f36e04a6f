import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import type { CommandKindName } from '#shared/domain/command-kinds.ts';
import type { ParamValues } from '#shared/domain/command-params.ts';
import { type TestApp, testApp } from '#test/helpers/app.ts';
import type { BareDevice, Faults } from '#test/helpers/bare-device.ts';
import {
  addCommand,
  deviceOnLine,
  fineDust,
  isSettled,
  reached,
  type SeenCommand,
} from '#test/helpers/commands.ts';

/** A twentieth of the normal waiting times: 0.5 s instead of 10 s. */
const PACE = 0.05;

let app: TestApp;

interface Case {
  faults: Faults;
  kind: CommandKindName;
  params?: ParamValues | undefined;
  /** The expected result. */
  ends: Partial<SeenCommand>;
  /** How often the request was received (where that does not depend on the load of the machine) and executed. */
  sends?: number;
  runs?: number;
}

const cases: Record<string, Case> = {
  'a read that is answered as it should be': {
    ...{ faults: {}, kind: 'realtime_interval_read' },
    ends: { state: 'succeeded', settled_by: 'answer', late: false, result: { values: { seconds: 30 } } },
    ...{ runs: 1 },
  },
  'a write that is answered as it should be': {
    ...{ faults: {}, kind: 'realtime_interval_set', params: { seconds: 60 } },
    ends: { state: 'succeeded', confirmed: true, after_value: { values: { seconds: 60 } } },
    ...{ runs: 1 },
  },
  'a notice': { faults: {}, kind: 'realtime_stop', ends: { state: 'succeeded' } },
  'a device that turns it down': {
    ...{ faults: { refuses: 2 }, kind: 'sample_now' },
    ...{ ends: { state: 'refused', qn_rtn: 2 }, sends: 1, runs: 0 },
  },
  'a device that fails at it': {
    ...{ faults: { fails: 6 }, kind: 'sample_now' },
    ...{ ends: { state: 'failed', exe_rtn: 6 }, sends: 1, runs: 0 },
  },
  'a read that nobody hears': {
    ...{ faults: { deaf: true }, kind: 'time_read' },
    ...{ ends: { state: 'timed_out', phase: 'ack' }, sends: 4, runs: 0 },
  },
  'what must not run twice, when nobody hears it': {
    ...{ faults: { deaf: true }, kind: 'sample_now' },
    ...{ ends: { state: 'timed_out', phase: 'ack' }, sends: 1, runs: 0 },
  },
  'what must not run twice, when it is done without a word': {
    ...{ faults: { mute: true, forgetful: true }, kind: 'sample_now' },
    ...{ ends: { state: 'timed_out', phase: 'ack' }, sends: 1, runs: 1 },
  },
  'what must not run twice, when only its end is not said': {
    ...{ faults: { noEnd: true, forgetful: true }, kind: 'sample_now' },
    ...{ ends: { state: 'timed_out', phase: 'exec' }, sends: 1, runs: 1 },
  },
  'a write that is done without a word': {
    ...{ faults: { mute: true, of: ['1062'] }, kind: 'realtime_interval_set', params: { seconds: 61 } },
    ends: { state: 'succeeded', settled_by: 'read_back', confirmed: true },
    ...{ sends: 4, runs: 1 },
  },
  'a write that nobody hears': {
    ...{ faults: { deaf: true, of: ['1062'] }, kind: 'realtime_interval_set', params: { seconds: 62 } },
    ends: { state: 'failed', error: 'not_applied', after_value: { values: { seconds: 30 } } },
    ...{ sends: 4, runs: 0 },
  },
  'a device that says that it did, and did not': {
    ...{ faults: { lies: true, of: ['1062'] }, kind: 'realtime_interval_set', params: { seconds: 63 } },
    ends: { state: 'mismatch', confirmed: false, after_value: { values: { seconds: 30 } } },
    ...{ runs: 1 },
  },
  'a write that cannot be read back': {
    ...{ faults: { refuses: 8, of: ['1061'] }, kind: 'realtime_interval_set', params: { seconds: 64 } },
    ...{ ends: { state: 'succeeded', confirmed: false, settled_by: 'answer' }, runs: 1 },
  },
  'a device that is silent from then on': {
    ...{ faults: { deaf: true }, kind: 'realtime_interval_set', params: { seconds: 65 } },
    ...{ ends: { state: 'unknown', error: 'cannot_verify' }, sends: 4, runs: 0 },
  },
  'a device that skips 9011': {
    ...{ faults: { noAck: true }, kind: 'sample_now' },
    ...{ ends: { state: 'succeeded' }, sends: 1, runs: 1 },
  },
  'a device that says it is done before it says what': {
    ...{ faults: { endFirst: true }, kind: 'realtime_interval_read' },
    ...{ ends: { state: 'succeeded', result: { values: { seconds: 30 } } }, runs: 1 },
  },
  'a read whose end is not said': {
    ...{ faults: { noEnd: true }, kind: 'realtime_interval_read' },
    ends: { state: 'succeeded', confirmed: false, result: { values: { seconds: 30 } } },
    ...{ runs: 1 },
  },
  'a device that says everything twice': {
    ...{ faults: { twice: true }, kind: 'realtime_interval_set', params: { seconds: 66 } },
    ...{ ends: { state: 'succeeded', confirmed: true }, runs: 1 },
  },
  'a device that makes up its numbers': {
    ...{ faults: { ownNumbers: true }, kind: 'realtime_interval_set', params: { seconds: 67 } },
    ...{ ends: { state: 'succeeded', confirmed: true }, runs: 1 },
  },
  'a device whose checks are wrong': {
    ...{ faults: { wrongCrc: true, of: ['3012'] }, kind: 'sample_now' },
    ...{ ends: { state: 'timed_out', phase: 'ack' }, sends: 1, runs: 1 },
  },
  'a device that answers with nonsense': {
    ...{ faults: { nonsense: '??' }, kind: 'sample_now' },
    ...{ ends: { state: 'timed_out', phase: 'ack' }, sends: 1, runs: 1 },
  },
  'a device that answers without a code': {
    ...{ faults: { nonsense: '' }, kind: 'sample_now' },
    ...{ ends: { state: 'timed_out', phase: 'ack', exe_rtn: null, qn_rtn: null }, sends: 1, runs: 1 },
  },
  'an acknowledgement that takes long, and one that is sent again': {
    ...{ faults: { ackAfterMs: 10_000 * PACE * 2.5, of: ['1062'] }, kind: 'realtime_interval_set' },
    ...{ params: { seconds: 68 }, ends: { state: 'succeeded', confirmed: true }, runs: 1 },
  },
  'an acknowledgement that comes after the time is over': {
    ...{ faults: { ackAfterMs: 10_000 * PACE * 3 }, kind: 'sample_now' },
    ...{ ends: { state: 'succeeded', late: true, settled_by: 'late_answer' }, sends: 1, runs: 1 },
  },
  'a read whose answers come after the time is over': {
    ...{ faults: { ackAfterMs: 10_000 * PACE * 20 }, kind: 'realtime_interval_read' },
    ends: { state: 'succeeded', late: true, settled_by: 'late_answer', result: { values: { seconds: 30 } } },
    ...{ sends: 4, runs: 1 },
  },
  'a new password': {
    ...{ faults: {}, kind: 'password_set', params: { new_password: 'abc123' } },
    ...{ ends: { state: 'succeeded', confirmed: true }, runs: 1 },
  },
  'a new password that is set without a word': {
    ...{ faults: { mute: true, of: ['1072'] }, kind: 'password_set', params: { new_password: 'abc124' } },
    ...{ ends: { state: 'succeeded', settled_by: 'read_back' }, runs: 1 },
  },
  'a new password that is not set': {
    ...{ faults: { deaf: true, of: ['1072'] }, kind: 'password_set', params: { new_password: 'abc125' } },
    ...{ ends: { state: 'failed', error: 'not_applied' }, sends: 4, runs: 0 },
  },
};
for (const at of ['heard', 'acknowledged', 'executed', 'replied', 'ended'] as const) {
  const runs = at === 'heard' || at === 'acknowledged' ? 0 : 1;
  cases[`a line that breaks when a write is ${at}`] = {
    ...{ faults: { dropsAt: at, of: ['1062'] }, kind: 'realtime_interval_set', params: { seconds: 70 } },
    ends: runs > 0 ? { state: 'succeeded', confirmed: true } : { state: 'failed', error: 'not_applied' },
    ...{ runs },
  };
  cases[`a line that breaks when a read is ${at}`] = {
    ...{ faults: { dropsAt: at }, kind: 'realtime_interval_read' },
    ...{ ends: { state: 'succeeded', result: { values: { seconds: 30 } } } },
  };
  cases[`a line that breaks when what must not run twice is ${at}`] = {
    ...{ faults: { dropsAt: at, forgetful: true }, kind: 'sample_now' },
    ends: at === 'ended' ? { state: 'succeeded' } : { state: 'unknown', error: 'line_lost' },
    ...{ sends: 1, runs },
  };
}

/** Run in parallel, because most of them wait for a timeout. */
const outcomes = new Map<string, Promise<{ seen: SeenCommand; device: BareDevice; cn: string }>>();
beforeAll(async () => {
  app = await testApp({ COMMAND_PACE: String(PACE) });
  const factor = await fineDust(app);
  for (const [name, { faults, kind, params, ends }] of Object.entries(cases)) {
    const outcome = deviceOnLine(app, faults).then(async ({ device, site_id }) => {
      const command_id = await addCommand(app, site_id, kind, kind === 'sample_now' ? { factor } : params);
      // A broken line makes a command unknown for a while, and a late answer changes a command that had timed out.
      const seen = await reached(app, command_id, (state) =>
        ends.late ? state === ends.state : isSettled(state) && (state !== 'unknown' || ends.state === state),
      );
      const first = await app.db.one<{ cn: string }>(sql`
        select cn from command_exchange where command_id = ${command_id} order by exchange_id limit 1`);
      return { seen, device, cn: first?.cn ?? '' };
    });
    outcome.catch(() => undefined);
    outcomes.set(name, outcome);
  }
  await Promise.allSettled(outcomes.values());
}, 300_000);

describe('through the real gateway', () => {
  test.each(Object.entries(cases))('%s', async (name, { ends, sends, runs }) => {
    const { seen, device, cn } = (await outcomes.get(name)) ?? {};
    expect(seen).toMatchObject(ends);
    const heard = device?.sends(cn ?? '') ?? [];
    if (sends !== undefined) expect(heard).toHaveLength(sends);
    // Retransmissions use the same QN.
    if (cn !== '1061') expect(new Set(heard.map(({ qn }) => qn)).size).toBe(1);
    if (runs !== undefined) expect(device?.ran(cn ?? '')).toBe(runs);
  });
});
