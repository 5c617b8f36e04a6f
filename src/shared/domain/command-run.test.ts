import { describe, expect, test } from 'vitest';
import {
  commandStates,
  type Happening,
  isFinal,
  isOpen,
  isRevocable,
  late,
  queuedRun,
  type Rules,
  type Run,
  type Stepped,
  step,
  withoutReadBack,
} from './command-run.ts';

const result = { expects: 'result' } as const;
const values = { expects: 'values' } as const;

/** Sets two parameters one after the other and reads them back. */
const kbSet: Rules = {
  ...{ run: [result, result], verify: [values, values], sends: 4 },
  ...{ settle: 'read', lenient: false },
};
const set: Rules = { ...kbSet, run: [result], verify: [values] };
const read: Rules = { run: [values], verify: [values], sends: 4, settle: 'repeat', lenient: false };
const readMany: Rules = { ...read, run: [values, values], verify: [values, values], lenient: true };
const history: Rules = { ...read, run: [{ expects: 'uploads' }], verify: [{ expects: 'uploads' }] };
const calibrate: Rules = { run: [result], verify: [], sends: 1, settle: 'none', lenient: false };
const stop: Rules = { ...calibrate, run: [{ expects: 'notice' }], sends: 4 };
const password: Rules = { ...set, verify: [result], isProof: true };

const ack: Happening = { type: 'answer', code: 1 };
const done: Happening = { type: 'result', code: 1 };
const got: Happening = { type: 'values' };
const quiet: Happening = { type: 'quiet' };
const lost: Happening = { type: 'line_lost' };
const verify: Happening = { type: 'verify' };
const same: Happening = { type: 'compared', same: true };
const other: Happening = { type: 'compared', same: false };
const refused = (code: number): Happening => ({ type: 'answer', code });
const failed = (code: number): Happening => ({ type: 'result', code });

/** Runs a command through these events; returns its last step, the states on the way and what was sent. */
function play(rules: Rules, ...happenings: Happening[]) {
  let stepped: Stepped = step(queuedRun, rules, { type: 'begin' });
  const states = [stepped.run.state];
  const sent = { new: 1, again: 0 };
  for (const happening of happenings) {
    stepped = step(stepped.run, rules, happening);
    if (states.at(-1) !== stepped.run.state) states.push(stepped.run.state);
    if (stepped.next.do === 'send') sent.new += 1;
    if (stepped.next.do === 'resend') sent.again += 1;
  }
  return { ...stepped, states, sent };
}

describe('a read', () => {
  test('goes from sent to succeeded by what the device says', () => {
    const { states, run, next } = play(read, ack, got, done);
    expect(states).toEqual(['sent', 'acknowledged', 'executing', 'succeeded']);
    expect(run).toMatchObject({ settled_by: 'answer', late: false, exe_rtn: 1 });
    expect(next).toEqual({ do: 'end' });
  });

  test('needs no 9011', () => {
    expect(play(read, got, done).run.state).toBe('succeeded');
  });

  test('whose values come behind 9012 waits for them', () => {
    expect(play(read, ack, done).next).toEqual({ do: 'wait', for: 'grace' });
    expect(play(read, ack, done, got).run.state).toBe('succeeded');
    expect(play(read, ack, done, quiet).run).toMatchObject({ state: 'failed', error: 'no_values' });
  });

  test('whose 9012 never comes has its values all the same, and says so', () => {
    expect(play(read, ack, got, quiet).run).toMatchObject({ state: 'succeeded', confirmed: false });
  });

  test('is sent four times at most, and then out of time', () => {
    const { run, sent } = play(read, quiet, quiet, quiet, quiet);
    expect(run).toMatchObject({ state: 'timed_out', phase: 'ack', sends: 4 });
    expect(sent).toEqual({ new: 1, again: 3 });
  });

  test('that is acknowledged is not sent again', () => {
    const { run, sent } = play(read, quiet, ack, quiet);
    expect(run).toMatchObject({ state: 'timed_out', phase: 'exec' });
    expect(sent).toEqual({ new: 1, again: 1 });
  });

  test('that the device turns down, or fails at, ends so', () => {
    expect(play(read, refused(8)).run).toMatchObject({ state: 'refused', qn_rtn: 8 });
    expect(play(read, ack, failed(100)).run).toMatchObject({ state: 'failed', exe_rtn: 100 });
  });

  test('of several items goes on without what the device does not have', () => {
    expect(play(readMany, ack, failed(3), ack, got, done).run).toMatchObject({ state: 'succeeded', gave: 1 });
    expect(play(readMany, refused(8), ack, got, done).run.state).toBe('succeeded');
    expect(play(readMany, ack, failed(3), ack, failed(3)).run).toMatchObject({ state: 'failed', exe_rtn: 3 });
    expect(play(readMany, refused(8), refused(8)).run).toMatchObject({ state: 'refused', qn_rtn: 8 });
  });

  test('of several items fails if values of one got lost, even if the others came', () => {
    const incomplete = { state: 'failed', error: 'no_values', gave: 1 };
    expect(play(readMany, ack, done, quiet, ack, got, done).run).toMatchObject(incomplete);
    expect(play(readMany, ack, got, done, ack, done, quiet).run).toMatchObject(incomplete);
    expect(play(readMany, ack, got, done, ack, done, got).run).toMatchObject({ state: 'succeeded', gave: 2 });
  });

  test('that was cut off is asked again', () => {
    const cut = play(read, ack, lost);
    expect(cut).toMatchObject({ run: { state: 'unknown', error: 'line_lost' }, next: { do: 'rest' } });
    const { run, sent } = play(read, ack, lost, verify, ack, got, done);
    expect(run).toMatchObject({ state: 'succeeded', settled_by: 'read_back', error: null });
    expect(sent).toEqual({ new: 2, again: 0 });
    expect(play(read, lost, verify, quiet, quiet, quiet, quiet).run.state).toBe('timed_out');
  });
});

describe('a write', () => {
  test('is read back, and is what it says then', () => {
    const reading = play(set, ack, done);
    expect(reading).toMatchObject({ run: { state: 'verifying', pending: 'done' }, next: { do: 'send' } });
    const { states, run } = play(set, ack, done, ack, got, done, same);
    expect(states).toEqual(['sent', 'acknowledged', 'verifying', 'succeeded']);
    expect(run).toMatchObject({ confirmed: true, settled_by: 'read_back' });
    expect(play(set, ack, done, ack, got, done, other).run).toMatchObject({
      ...{ state: 'mismatch', confirmed: false },
    });
  });

  test('asks to be compared once all is read', () => {
    expect(play(kbSet, ack, done, ack, done, ack, got, done).next).toEqual({ do: 'send' });
    expect(play(kbSet, ack, done, ack, done, ack, got, done, ack, got, done).next).toEqual({ do: 'compare' });
  });

  test('that was done stays done where it cannot be read back, and is not confirmed', () => {
    for (const silence of [[refused(8)], [ack, failed(3)], [quiet, quiet, quiet, quiet]])
      expect(play(set, ack, done, ...silence).run).toMatchObject({
        ...{ state: 'succeeded', confirmed: false, settled_by: 'answer' },
      });
  });

  test('whose answer is lost is unknown until it is read back', () => {
    const silent = [quiet, quiet, quiet, quiet];
    const { run, sent } = play(set, ...silent);
    expect(run).toMatchObject({ state: 'verifying', pending: 'unknown', phase: 'ack' });
    expect(sent).toEqual({ new: 2, again: 3 });
    expect(play(set, ...silent, ack, got, done, same).run).toMatchObject({
      ...{ state: 'succeeded', settled_by: 'read_back' },
    });
    expect(play(set, ...silent, ack, got, done, other).run).toMatchObject({
      ...{ state: 'failed', error: 'not_applied', phase: 'ack' },
    });
    const mute = play(set, ...silent, ...silent);
    expect(mute).toMatchObject({ run: { state: 'unknown', error: 'cannot_verify' }, next: { do: 'rest' } });
    expect(play(set, ...silent, ...silent, verify, ack, got, done, same).run.state).toBe('succeeded');
  });

  test('that was accepted and not ended is read back too', () => {
    expect(play(set, ack, quiet).run).toMatchObject({
      state: 'verifying',
      pending: 'unknown',
      phase: 'exec',
    });
  });

  test('that is turned down when sent again may have been heard before', () => {
    expect(play(set, refused(2)).run.state).toBe('refused');
    expect(play(set, quiet, refused(2)).run).toMatchObject({ state: 'verifying', pending: 'unknown' });
  });

  test('of which only a part was done has failed, and what the device holds is read', () => {
    const half = [ack, done, ack, failed(3)];
    expect(play(kbSet, ...half).run).toMatchObject({ state: 'verifying', pending: 'failed' });
    expect(play(kbSet, ...half, ack, got, done, ack, got, done, other).run).toMatchObject({
      ...{ state: 'failed', exe_rtn: 3, confirmed: false },
    });
    expect(play(kbSet, ...half, refused(8)).run.state).toBe('failed');
    expect(play(kbSet, ack, done, refused(2), ack, got, done, ack, got, done, other).run).toMatchObject({
      ...{ state: 'refused', qn_rtn: 2 },
    });
  });

  test.each([
    ['sent', [lost]],
    ['acknowledged', [ack, lost]],
    ['verifying', [ack, done, lost]],
    ['verifying what is unknown', [ack, quiet, ack, lost]],
  ])('that is cut off while it is %s is unknown, and settled by reading back', (_state, happenings) => {
    expect(play(set, ...happenings)).toMatchObject({ run: { state: 'unknown' }, next: { do: 'rest' } });
    expect(play(set, ...happenings, verify, ack, got, done, same).run.state).toBe('succeeded');
    expect(play(set, ...happenings, verify, ack, got, done, other).run.state).toMatch(/failed|mismatch/);
  });

  test('is never begun anew', () => {
    const { run } = play(set, ack, { type: 'restarted' });
    expect(step(run, set, { type: 'begin' }).next).toEqual({ do: 'none' });
    const { sent } = play(set, ack, { type: 'restarted' }, verify);
    expect(sent.new).toBe(2);
  });

  test('that nobody can read back any more is what was known', () => {
    expect(withoutReadBack(play(set, ack, done, lost).run).run).toMatchObject({
      ...{ state: 'succeeded', confirmed: false },
    });
    expect(withoutReadBack(play(set, ack, lost).run)).toMatchObject({
      ...{ run: { state: 'unknown' }, next: { do: 'none' } },
    });
  });
});

describe('what must not run twice', () => {
  test('is sent once, whatever happens', () => {
    for (const happenings of [[quiet], [ack, quiet], [lost], [ack, lost, verify], [quiet, quiet, quiet]]) {
      expect(play(calibrate, ...happenings).sent).toEqual({ new: 1, again: 0 });
    }
  });

  test('runs out of time, or stays unknown', () => {
    expect(play(calibrate, quiet).run).toMatchObject({ state: 'timed_out', phase: 'ack' });
    expect(play(calibrate, ack, quiet).run).toMatchObject({ state: 'timed_out', phase: 'exec' });
    expect(play(calibrate, ack, lost).run.state).toBe('unknown');
    expect(play(calibrate, ack, lost, verify).next).toEqual({ do: 'none' });
  });
});

describe('history', () => {
  test('goes on as long as something comes, and ends with 9012', () => {
    const upload: Happening = { type: 'upload' };
    const { run, states } = play(history, ack, upload, upload, done);
    expect(run.state).toBe('succeeded');
    expect(states).toEqual(['sent', 'acknowledged', 'executing', 'succeeded']);
    expect(play(history, ack, upload).next).toEqual({ do: 'wait', for: 'exec' });
    expect(play(history, ack, upload, quiet).run).toMatchObject({ state: 'timed_out', phase: 'exec' });
    expect(play(history, ack, upload, { type: 'overdue' }).run.state).toBe('timed_out');
    expect(play(history, ack, failed(100)).run).toMatchObject({ state: 'failed', exe_rtn: 100 });
  });
});

test('a notice is done with 9013', () => {
  expect(play(stop, { type: 'notice' }).run.state).toBe('succeeded');
  expect(play(set, { type: 'notice' }).run.state).toBe('sent');
});

test('where 9011 is enough, 9012 is not waited for in vain', () => {
  const rules: Rules = { ...calibrate, run: [{ expects: 'result', ackIsEnough: true }] };
  expect(play(rules, ack, quiet).run).toMatchObject({ state: 'succeeded', confirmed: false });
});

test('a new password holds where it is answered, and does not where it is turned down', () => {
  expect(play(password, ack, done, ack, done).run).toMatchObject({ state: 'succeeded', confirmed: true });
  expect(play(password, ack, done, refused(3)).run.state).toBe('mismatch');
  expect(play(password, ack, quiet, refused(3)).run).toMatchObject({ state: 'failed', error: 'not_applied' });
  expect(play(password, ack, quiet, ack, done).run.state).toBe('succeeded');
});

describe('answers that come twice', () => {
  test('change nothing', () => {
    expect(play(read, ack, ack).next).toEqual({ do: 'none' });
    expect(play(read, ack, refused(2)).run.state).toBe('acknowledged');
    const { run } = play(read, ack, got, done);
    expect(step(run, read, done)).toEqual({ run, next: { do: 'none' } });
    expect(late(run, read, failed(2), true)).toEqual({ run, next: { do: 'none' } });
  });
});

describe('answers that come late', () => {
  const timedOut = (rules: Rules) => play(rules, ack, quiet).run;

  test('settle what was out of time, and are marked', () => {
    expect(late(timedOut(calibrate), calibrate, done, true).run).toMatchObject({
      ...{ state: 'succeeded', late: true, settled_by: 'late_answer', phase: 'exec' },
    });
    expect(late(timedOut(calibrate), calibrate, failed(2), true).run).toMatchObject({
      ...{ state: 'failed', late: true, exe_rtn: 2 },
    });
    const silent = play(calibrate, quiet).run;
    expect(late(silent, calibrate, refused(2), true).run).toMatchObject({ state: 'refused', late: true });
    expect(late(silent, calibrate, ack, true).next).toEqual({ do: 'none' });
  });

  test('settle what is unknown since the line was lost', () => {
    const { run } = play(calibrate, ack, lost);
    expect(late(run, calibrate, done, true).run).toMatchObject({ state: 'succeeded', late: true });
  });

  test('to a write make it be read back', () => {
    const { run } = play(set, ack, quiet, ack, got, done, other);
    expect(run.state).toBe('failed');
    const again = late(run, set, done, true);
    expect(again).toMatchObject({ run: { state: 'unknown', late: true }, next: { do: 'rest' } });
    const reading = step(again.run, set, verify);
    const end = [ack, got, done, same].reduce((at, each) => step(at.run, set, each), reading);
    expect(end.run).toMatchObject({ state: 'succeeded', late: true, confirmed: true });
  });

  test('to a read are what was asked for, or make it be asked for again', () => {
    const { run } = play(read, quiet, quiet, quiet, quiet);
    expect(run.state).toBe('timed_out');
    const late_values = late(run, read, got, true);
    expect(late_values.run).toMatchObject({ state: 'succeeded', late: true, settled_by: 'late_answer' });
    expect(late(late_values.run, read, done, true).next).toEqual({ do: 'none' });
    expect(late(run, read, done, true)).toMatchObject({ run: { state: 'unknown' }, next: { do: 'rest' } });
    expect(late(run, readMany, got, true).next).toEqual({ do: 'none' });
  });

  test('to one of several requests end nothing', () => {
    const { run } = play(readMany, ack, got, done, quiet, quiet, quiet, quiet);
    expect(late(run, readMany, done, false).next).toEqual({ do: 'none' });
  });
});

test('from every state, whatever happens leads to a known state, and a final one stays', () => {
  const happenings: Happening[] = [ack, refused(2), got, done, failed(2), quiet, lost, verify];
  happenings.push({ type: 'upload' }, { type: 'notice' }, { type: 'overdue' }, { type: 'begin' });
  const wrong: unknown[] = [];
  for (const rules of [kbSet, set, read, readMany, history, calibrate, stop, password]) {
    const seen = new Set<string>();
    const open: Run[] = [queuedRun];
    for (let run = open.pop(); run; run = open.pop()) {
      for (const happening of happenings) {
        const stepped = step(run, rules, happening);
        const { run: after, next } =
          stepped.next.do === 'compare' ? step(stepped.run, rules, other) : stepped;
        const isSound =
          commandStates.includes(after.state) &&
          (!isFinal(run.state) || (after === run && next.do === 'none')) &&
          after.sends <= rules.sends &&
          // Only reads are sent a second time.
          (run.stage === 'run' || next.do !== 'send' || after.stage === 'verify') &&
          (!isOpen(after.state) || rules[after.stage][after.step] !== undefined);
        if (!isSound) wrong.push({ run, happening, after, next });
        const key = JSON.stringify(after);
        if (!seen.has(key)) open.push(after);
        seen.add(key);
      }
    }
    expect(seen.size).toBeGreaterThan(5);
  }
  expect(wrong).toEqual([]);
});

test('only what was sent and is not being executed can be taken back', () => {
  expect(commandStates.filter(isRevocable)).toEqual([
    ...['unknown', 'succeeded', 'mismatch', 'failed', 'refused', 'timed_out'],
  ]);
});
