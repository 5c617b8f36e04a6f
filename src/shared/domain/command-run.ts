/**
 * The state machine of one command, as a pure function from an event to the new state and the next action. It has no
 * clock, database or socket; those are in `server/commands/`.
 *
 *   queued ─► sent ─► acknowledged ─► executing ─► (verifying) ─► succeeded · mismatch · failed
 *      │        ├──► refused (QnRtn ≠ 1)   └──► timed_out (exec)
 *      │        └──► timed_out (ack), after the last send
 *      ├──► cancelled · expired
 *   sent, acknowledged, executing, verifying ─► unknown (line lost, server restarted, answer to a write lost)
 *   unknown ─► verifying ─► succeeded · failed        timed_out, unknown ─► succeeded · failed · refused (late)
 */
export const commandStates = [
  'awaiting_approval',
  'queued',
  'sent',
  'acknowledged',
  'executing',
  'verifying',
  'unknown',
  'succeeded',
  'mismatch',
  'failed',
  'refused',
  'timed_out',
  'cancelled',
  'expired',
] as const;
export type CommandState = (typeof commandStates)[number];

/** It was sent and is not finished. A device has one such command at a time. */
export const openStates = ['sent', 'acknowledged', 'executing', 'verifying'] as const;
/** Not sent yet, can be cancelled. */
export const waitingStates = ['awaiting_approval', 'queued'] as const;
/** Not successful; a user can try again. */
export const troubledStates = ['mismatch', 'failed', 'refused', 'timed_out', 'unknown', 'expired'] as const;

const isOpenState = new Set<CommandState>(openStates);
export const isOpen = (state: CommandState): boolean => isOpenState.has(state);
/** Nothing more happens by itself. An unknown command can still be settled. */
export const isFinal = (state: CommandState): boolean =>
  !isOpen(state) && state !== 'unknown' && state !== 'queued' && state !== 'awaiting_approval';

/** How a request is answered besides 9011 and 9012. */
export type Expects = 'result' | 'values' | 'uploads' | 'notice';

export interface StepRules {
  expects: Expects;
  /** 9011 alone is enough if no 9012 comes. */
  ackIsEnough?: boolean;
}

export interface Rules {
  run: readonly StepRules[];
  /** The read-back, or the request that is repeated. */
  verify: readonly StepRules[];
  /** Of one request, all under the same QN. */
  sends: number;
  settle: 'read' | 'repeat' | 'none';
  /** A read of several items continues without those that the device does not have. */
  lenient: boolean;
  /** Any answer to the read-back proves that the new value is in force. */
  isProof?: boolean;
}

/** The outcome if the read-back does not change it. */
export type Pending = 'done' | 'unknown' | 'refused' | 'failed';

export interface Run {
  state: CommandState;
  stage: 'run' | 'verify';
  step: number;
  /** For the current request: number of sends, and what was received. */
  sends: number;
  answered: boolean;
  has_values: boolean;
  has_ended: boolean;
  /** Number of requests of this stage that returned values. */
  gave: number;
  pending: Pending | null;
  /** For a timeout: the answer that did not come. */
  phase: 'ack' | 'exec' | null;
  qn_rtn: number | null;
  exe_rtn: number | null;
  error: 'no_values' | 'not_applied' | 'line_lost' | 'restarted' | 'cannot_verify' | null;
  /** An answer came after the time limit. */
  late: boolean;
  /** The read-back confirmed it; null without a read-back. */
  confirmed: boolean | null;
  settled_by: 'answer' | 'read_back' | 'late_answer' | null;
}

export const queuedRun: Run = {
  state: 'queued',
  stage: 'run',
  step: 0,
  sends: 0,
  answered: false,
  has_values: false,
  has_ended: false,
  gave: 0,
  pending: null,
  phase: null,
  qn_rtn: null,
  exe_rtn: null,
  error: null,
  late: false,
  confirmed: null,
  settled_by: null,
};

export type Happening =
  /** Taken from the queue; or resumed to be verified. */
  | { type: 'begin' }
  | { type: 'verify' }
  /** 9011, requested values, a part of history, 9012, 9013. */
  | { type: 'answer'; code: number }
  | { type: 'values' }
  | { type: 'upload' }
  | { type: 'result'; code: number }
  | { type: 'notice' }
  /** A wait is over; the total time is over. */
  | { type: 'quiet' }
  | { type: 'overdue' }
  | { type: 'line_lost' }
  | { type: 'restarted' }
  /** The read-back was compared. */
  | { type: 'compared'; same: boolean };

/**
 * send: a new request under a new QN · resend: the same again · wait: for an answer, its execution, or values that 9012
 * has overtaken · compare: the read-back · rest: settle it later · end · none: nothing has changed
 */
export type Next =
  | { do: 'send' | 'resend' | 'compare' | 'rest' | 'end' | 'none' }
  | { do: 'wait'; for: 'ack' | 'exec' | 'grace' };

export interface Stepped {
  run: Run;
  next: Next;
}

const none = (run: Run): Stepped => ({ run, next: { do: 'none' } });
const waits = (run: Run, on: 'ack' | 'exec' | 'grace'): Stepped => ({ run, next: { do: 'wait', for: on } });
const ends = (run: Run, state: CommandState, more: Partial<Run> = {}): Stepped => ({
  run: { ...run, state, ...more },
  next: { do: 'end' },
});
const rests = (run: Run, more: Partial<Run>): Stepped => ({
  run: { ...run, state: 'unknown', ...more },
  next: { do: 'rest' },
});

/** The transition of an active command. */
export function step(run: Run, rules: Rules, happening: Happening): Stepped {
  const isDue =
    (happening.type === 'begin' && run.state === 'queued') ||
    (happening.type === 'verify' && run.state === 'unknown' && rules.settle !== 'none');
  if (!isDue && !isOpen(run.state)) return none(run);
  switch (happening.type) {
    case 'begin':
      return isDue ? sends(run, 'run', 0) : none(run);
    case 'verify':
      return isDue ? sends({ ...run, gave: 0 }, 'verify', 0) : none(run);
    case 'line_lost':
    case 'restarted':
      return rests(run, { pending: run.pending ?? 'unknown', error: happening.type });
    case 'answer':
      return happening.code === 1 ? acknowledged(run) : turnedDown(run, rules, happening.code);
    case 'values':
      return took(run, rules);
    case 'upload':
      return waits(under(run, 'executing', { answered: true }), 'exec');
    case 'result':
      return ended(run, rules, happening.code);
    case 'notice':
      return rulesOf(run, rules)?.expects === 'notice' ? done(run, rules) : none(run);
    case 'quiet':
      return quiet(run, rules);
    case 'overdue':
      return outOfTime(run, rules, 'exec');
    case 'compared':
      return compared(run, happening.same);
  }
}

const rulesOf = (run: Run, rules: Rules): StepRules | undefined => rules[run.stage][run.step];
/** During a read-back, answers of the device concern the read-back only. */
const readsBack = (run: Run, { settle }: Rules): boolean => run.stage === 'verify' && settle === 'read';

/** During a read-back the state stays "verifying". */
function under(run: Run, state: CommandState, more: Partial<Run>): Run {
  return { ...run, ...more, state: run.stage === 'verify' ? 'verifying' : state };
}

/** The next request is sent. */
function sends(run: Run, stage: Run['stage'], at: number): Stepped {
  const state = stage === 'run' ? 'sent' : 'verifying';
  const fresh = { sends: 1, answered: false, has_values: false, has_ended: false };
  return { run: { ...run, ...fresh, state, stage, step: at }, next: { do: 'send' } };
}

function acknowledged(run: Run): Stepped {
  if (run.answered) return none(run);
  return waits(under(run, 'acknowledged', { answered: true }), 'exec');
}

/** Data before 9011, or without it, count like 9011. */
function took(run: Run, rules: Rules): Stepped {
  const after = under(run, 'executing', { answered: true, has_values: true });
  return run.has_ended ? done(after, rules) : waits(after, 'exec');
}

function ended(run: Run, rules: Rules, code: number): Stepped {
  if (code !== 1) return failed(run, rules, { exe_rtn: code });
  const { expects, ackIsEnough } = rulesOf(run, rules) ?? {};
  // Some devices report completion (9012) before they send the requested values.
  const isEarly = expects === 'values' && !run.has_values && !ackIsEnough;
  const after = under(run, 'executing', { answered: true, exe_rtn: readsBack(run, rules) ? run.exe_rtn : 1 });
  return isEarly ? waits({ ...after, has_ended: true }, 'grace') : done(after, rules);
}

function quiet(run: Run, rules: Rules): Stepped {
  if (run.has_ended) return failed(run, rules, { error: 'no_values' });
  if (!run.answered) {
    if (run.sends >= rules.sends) return outOfTime(run, rules, 'ack');
    return { run: { ...run, sends: run.sends + 1 }, next: { do: 'resend' } };
  }
  const isEnough = run.has_values || rulesOf(run, rules)?.ackIsEnough;
  return isEnough ? done({ ...run, confirmed: false }, rules) : outOfTime(run, rules, 'exec');
}

/** One request is finished: next is another one, or the end of the stage. */
function done(run: Run, rules: Rules): Stepped {
  const after = { ...run, gave: run.gave + Number(run.has_values) };
  if (run.step + 1 < rules[run.stage].length) return sends(after, run.stage, run.step + 1);
  return run.stage === 'run' ? carriedOut(after, rules) : readBack(after, rules);
}

function carriedOut(run: Run, rules: Rules): Stepped {
  if (rules.settle === 'read') return sends({ ...run, gave: 0, pending: 'done' }, 'verify', 0);
  return answeredAll(run, rules, 'answer');
}

function readBack(run: Run, rules: Rules): Stepped {
  if (rules.settle === 'repeat') return answeredAll(run, rules, 'read_back');
  return rules.isProof ? compared(run, true) : { run, next: { do: 'compare' } };
}

/** If the device returned nothing at all, a read has failed with the device's last code. */
function answeredAll(run: Run, rules: Rules, settled_by: 'answer' | 'read_back'): Stepped {
  if (rules.lenient && run.gave === 0) return ends(run, run.exe_rtn === null ? 'refused' : 'failed');
  // An item that the device does not have is refused; this one was reported as sent, and its values got lost.
  if (rules.lenient && run.error === 'no_values') return ends(run, 'failed');
  return ends(run, 'succeeded', { settled_by, pending: null, phase: null, error: null });
}

/** 9011 refuses. */
function turnedDown(run: Run, rules: Rules, qn_rtn: number): Stepped {
  // It was accepted before: a device that is already executing refuses the repeated request.
  if (run.answered) return none(run);
  if (readsBack(run, rules)) return rules.isProof ? compared(run, false) : cannotVerify(run);
  const after = { ...run, qn_rtn };
  if (rules.lenient) return goOn({ ...after, exe_rtn: null }, rules);
  // An earlier copy of the request may have been received.
  if (run.sends > 1 && rules.settle === 'read') return verifies(after, 'unknown');
  return isPartial(after, rules) ? verifies(after, 'refused') : ends(after, 'refused');
}

/** 9012 reports failure, or that there is nothing. */
function failed(run: Run, rules: Rules, why: Partial<Run>): Stepped {
  if (readsBack(run, rules)) return cannotVerify(run);
  const after = { ...run, ...why };
  if (rules.lenient) return goOn(after, rules);
  return isPartial(after, rules) ? verifies(after, 'failed') : ends(after, 'failed');
}

function goOn(run: Run, rules: Rules): Stepped {
  return done({ ...run, has_values: false }, rules);
}

/** Only some of several values were set. */
function isPartial(run: Run, { settle }: Rules): boolean {
  return run.step > 0 && settle === 'read';
}

function verifies(run: Run, pending: Pending): Stepped {
  return sends({ ...run, gave: 0, pending }, 'verify', 0);
}

function outOfTime(run: Run, rules: Rules, phase: 'ack' | 'exec'): Stepped {
  if (readsBack(run, rules)) return cannotVerify(run);
  // The value may have been set without an answer: only the device knows.
  if (rules.settle === 'read') return verifies({ ...run, phase }, 'unknown');
  return ends(run, 'timed_out', { phase });
}

/** The read-back was not answered, or the device does not support it. */
function cannotVerify(run: Run): Stepped {
  if (run.pending === 'unknown') return rests(run, { error: 'cannot_verify' });
  return withoutReadBack(run);
}

/** No more read-backs: the result without them stands. */
export function withoutReadBack(run: Run): Stepped {
  if (run.pending === 'done')
    return ends(run, 'succeeded', { settled_by: 'answer', confirmed: false, pending: null, error: null });
  return run.pending === 'unknown' || run.pending === null ? none(run) : ends(run, run.pending);
}

function compared(run: Run, same: boolean): Stepped {
  const settled = { settled_by: 'read_back', confirmed: same } as const;
  switch (run.pending) {
    case 'refused':
    case 'failed':
      return ends(run, run.pending, { confirmed: same });
    case 'done':
      return ends(run, same ? 'succeeded' : 'mismatch', { ...settled, error: null });
    default:
      return same
        ? ends(run, 'succeeded', { ...settled, phase: null, error: null })
        : ends(run, 'failed', { ...settled, error: 'not_applied' });
  }
}

/** It was sent and is not being executed: its change, if any, can be taken back. */
export const isRevocable = (state: CommandState): boolean =>
  state === 'unknown' || (isFinal(state) && state !== 'cancelled' && state !== 'expired');

/** Whether a late answer can still change anything. */
export function isSettleable({ state, error }: Pick<Run, 'state' | 'error'>): boolean {
  return state === 'timed_out' || state === 'unknown' || (state === 'failed' && error === 'not_applied');
}

/** A late answer to a request of `run`. `last`: it was the last of its requests. */
export function late(run: Run, rules: Rules, happening: Happening, last: boolean): Stepped {
  if (!isSettleable(run)) return none(run);
  const isLate = { late: true, settled_by: 'late_answer', pending: null } as const;
  if (happening.type === 'answer' && happening.code !== 1 && run.state !== 'failed')
    return ends(run, 'refused', { ...isLate, qn_rtn: happening.code });
  const asks = rules.settle !== 'read' && rulesOf(run, rules)?.expects === 'values';
  // The requested values have arrived; the result adds nothing.
  if (happening.type === 'values' && asks && rules[run.stage].length === 1)
    return ends(run, 'succeeded', { ...isLate, has_values: true, error: null });
  if (happening.type !== 'result') return none(run);
  if (happening.code !== 1)
    return run.state === 'failed' ? none(run) : ends(run, 'failed', { ...isLate, exe_rtn: happening.code });
  // Read back, as for an answer in time.
  if (rules.settle === 'read') return rests(run, { late: true, pending: 'unknown', exe_rtn: 1 });
  if (!last) return none(run);
  // Executed, but the requested values did not arrive: requested again.
  if (rules.settle === 'repeat' && asks && !run.has_values)
    return rests(run, { late: true, pending: 'unknown', exe_rtn: 1 });
  return ends(run, 'succeeded', { ...isLate, exe_rtn: 1, error: null });
}

/** Seconds until an unknown command is verified again; the device's return triggers it too. */
export function verifyAfterSeconds(times: number): number | undefined {
  return [0, 30, 120, 600, 3600, 4 * 3600, 12 * 3600][times];
}
