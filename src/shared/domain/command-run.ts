/**
 * One command's way from the queue to its end, as a pure function: what happened goes in, the new state and what is to
 * be done next come out. No clock, no database, no socket; `server/commands/` has those.
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

/** Something of it is on the wire. A device has one such command at a time. */
export const openStates = ['sent', 'acknowledged', 'executing', 'verifying'] as const;
/** It has not been sent yet, and can be called off. */
export const waitingStates = ['awaiting_approval', 'queued'] as const;
/** It did not do what was wanted, and can be tried again by a person. */
export const troubledStates = ['mismatch', 'failed', 'refused', 'timed_out', 'unknown', 'expired'] as const;

const isOpenState = new Set<CommandState>(openStates);
export const isOpen = (state: CommandState): boolean => isOpenState.has(state);
/** Nothing more happens by itself. An unknown one can still be settled. */
export const isFinal = (state: CommandState): boolean =>
  !isOpen(state) && state !== 'unknown' && state !== 'queued' && state !== 'awaiting_approval';

/** What a request is answered with beside 9011 and 9012. */
export type Expects = 'result' | 'values' | 'uploads' | 'notice';

export interface StepRules {
  expects: Expects;
  /** 9011 alone counts where no 9012 comes. */
  ackIsEnough?: boolean;
}

export interface Rules {
  run: readonly StepRules[];
  /** The read-back, or what is asked again. */
  verify: readonly StepRules[];
  /** Of one request, all under the same number. */
  sends: number;
  settle: 'read' | 'repeat' | 'none';
  /** A read of several items goes on without those that the device does not have. */
  lenient: boolean;
  /** The read-back proves by being answered at all that what was set holds. */
  isProof?: boolean;
}

/** What the outcome will be but for the read-back. */
export type Pending = 'done' | 'unknown' | 'refused' | 'failed';

export interface Run {
  state: CommandState;
  stage: 'run' | 'verify';
  step: number;
  /** Of the request under way: how often it was sent, and what has come. */
  sends: number;
  answered: boolean;
  has_values: boolean;
  has_ended: boolean;
  /** Requests of this stage that gave values. */
  gave: number;
  pending: Pending | null;
  /** Where the time ran out. */
  phase: 'ack' | 'exec' | null;
  qn_rtn: number | null;
  exe_rtn: number | null;
  error: 'no_values' | 'not_applied' | 'line_lost' | 'restarted' | 'cannot_verify' | null;
  /** An answer came after the time was over. */
  late: boolean;
  /** The read-back said the same; null where there was none. */
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
  /** Taken from the queue, or taken up to be settled. */
  | { type: 'begin' }
  | { type: 'verify' }
  /** 9011, what was asked for, a piece of history, 9012, 9013. */
  | { type: 'answer'; code: number }
  | { type: 'values' }
  | { type: 'upload' }
  | { type: 'result'; code: number }
  | { type: 'notice' }
  /** The wait is over; all of the time is over. */
  | { type: 'quiet' }
  | { type: 'overdue' }
  | { type: 'line_lost' }
  | { type: 'restarted' }
  /** What was read back is what was wanted, or not. */
  | { type: 'compared'; same: boolean };

/**
 * send: a new request, under a new number · resend: the same again · wait: for an answer, its execution, or values that
 * 9012 has overtaken · compare: what was read back · rest: settle it later · end · none: nothing has changed
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

/** What happened to a command that is on its way. */
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
/** Reading back, what devices say counts for the read-back alone. */
const readsBack = (run: Run, { settle }: Rules): boolean => run.stage === 'verify' && settle === 'read';

/** While it reads back a command stays what it is: verifying. */
function under(run: Run, state: CommandState, more: Partial<Run>): Run {
  return { ...run, ...more, state: run.stage === 'verify' ? 'verifying' : state };
}

/** The next request goes out. */
function sends(run: Run, stage: Run['stage'], at: number): Stepped {
  const state = stage === 'run' ? 'sent' : 'verifying';
  const fresh = { sends: 1, answered: false, has_values: false, has_ended: false };
  return { run: { ...run, ...fresh, state, stage, step: at }, next: { do: 'send' } };
}

function acknowledged(run: Run): Stepped {
  if (run.answered) return none(run);
  return waits(under(run, 'acknowledged', { answered: true }), 'exec');
}

/** Data before 9011, or in its place, say as much as it does. */
function took(run: Run, rules: Rules): Stepped {
  const after = under(run, 'executing', { answered: true, has_values: true });
  return run.has_ended ? done(after, rules) : waits(after, 'exec');
}

function ended(run: Run, rules: Rules, code: number): Stepped {
  if (code !== 1) return failed(run, rules, { exe_rtn: code });
  const { expects, ackIsEnough } = rulesOf(run, rules) ?? {};
  // Some devices say that they are done before they send what was asked for.
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

/** One request is done: the next, or what follows the last. */
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

/** A read of which the device had nothing at all has failed by what it said last. */
function answeredAll(run: Run, rules: Rules, settled_by: 'answer' | 'read_back'): Stepped {
  if (rules.lenient && run.gave === 0) return ends(run, run.exe_rtn === null ? 'refused' : 'failed');
  return ends(run, 'succeeded', { settled_by, pending: null, phase: null, error: null });
}

/** 9011 says no. */
function turnedDown(run: Run, rules: Rules, qn_rtn: number): Stepped {
  // It has been accepted before: a device that is at it turns down what is sent again.
  if (run.answered) return none(run);
  if (readsBack(run, rules)) return rules.isProof ? compared(run, false) : cannotVerify(run);
  const after = { ...run, qn_rtn };
  if (rules.lenient) return goOn({ ...after, exe_rtn: null }, rules);
  // One of those that were sent before may have been heard.
  if (run.sends > 1 && rules.settle === 'read') return verifies(after, 'unknown');
  return isPartial(after, rules) ? verifies(after, 'refused') : ends(after, 'refused');
}

/** 9012 says no, or there is nothing of what was asked for. */
function failed(run: Run, rules: Rules, why: Partial<Run>): Stepped {
  if (readsBack(run, rules)) return cannotVerify(run);
  const after = { ...run, ...why };
  if (rules.lenient) return goOn(after, rules);
  return isPartial(after, rules) ? verifies(after, 'failed') : ends(after, 'failed');
}

function goOn(run: Run, rules: Rules): Stepped {
  return done({ ...run, has_values: false }, rules);
}

/** Of several things to be set, some are. */
function isPartial(run: Run, { settle }: Rules): boolean {
  return run.step > 0 && settle === 'read';
}

function verifies(run: Run, pending: Pending): Stepped {
  return sends({ ...run, gave: 0, pending }, 'verify', 0);
}

function outOfTime(run: Run, rules: Rules, phase: 'ack' | 'exec'): Stepped {
  if (readsBack(run, rules)) return cannotVerify(run);
  // Something may have been set although nobody said so: only the device knows.
  if (rules.settle === 'read') return verifies({ ...run, phase }, 'unknown');
  return ends(run, 'timed_out', { phase });
}

/** The read-back was not answered, or the device cannot read this. */
function cannotVerify(run: Run): Stepped {
  if (run.pending === 'unknown') return rests(run, { error: 'cannot_verify' });
  return withoutReadBack(run);
}

/** Nobody reads back any more: what was known before stands. */
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

/** Whether an answer that comes now can still change anything. */
export function isSettleable({ state, error }: Pick<Run, 'state' | 'error'>): boolean {
  return state === 'timed_out' || state === 'unknown' || (state === 'failed' && error === 'not_applied');
}

/** An answer to a request of `run` that nobody waits for any more. `last`: it was the last of its requests. */
export function late(run: Run, rules: Rules, happening: Happening, last: boolean): Stepped {
  if (!isSettleable(run)) return none(run);
  const isLate = { late: true, settled_by: 'late_answer', pending: null } as const;
  if (happening.type === 'answer' && happening.code !== 1 && run.state !== 'failed')
    return ends(run, 'refused', { ...isLate, qn_rtn: happening.code });
  const asks = rules.settle !== 'read' && rulesOf(run, rules)?.expects === 'values';
  // What was asked for is there: its end says no more.
  if (happening.type === 'values' && asks && rules[run.stage].length === 1)
    return ends(run, 'succeeded', { ...isLate, has_values: true, error: null });
  if (happening.type !== 'result') return none(run);
  if (happening.code !== 1)
    return run.state === 'failed' ? none(run) : ends(run, 'failed', { ...isLate, exe_rtn: happening.code });
  // What it set is read back, as it would have been in time.
  if (rules.settle === 'read') return rests(run, { late: true, pending: 'unknown', exe_rtn: 1 });
  if (!last) return none(run);
  // Done, but what was asked for did not come: it is asked for again.
  if (rules.settle === 'repeat' && asks && !run.has_values)
    return rests(run, { late: true, pending: 'unknown', exe_rtn: 1 });
  return ends(run, 'succeeded', { ...isLate, exe_rtn: 1, error: null });
}

/** Seconds until a command whose outcome is unknown is asked about again; the device's return does so too. */
export function verifyAfterSeconds(times: number): number | undefined {
  return [0, 30, 120, 600, 3600, 4 * 3600, 12 * 3600][times];
}
