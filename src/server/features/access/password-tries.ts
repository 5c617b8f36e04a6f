import type { App } from '#server/app.ts';
import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { isProof, makeChallenge } from '#server/http/proof.ts';
import type { Proof } from '#shared/contract/access/sign-in.ts';
import { Fault } from '#shared/faults.ts';
import { inTurn } from './in-turn.ts';
import { isPassword } from './passwords.ts';
import {
  bitsFor,
  fading,
  isLocked,
  oneMore,
  refusesNewDevices,
  type Tries,
  type TryLimits,
} from './try-rules.ts';

export interface Attempt {
  /** The account or number as typed. */
  name: string;
  /** Undefined if the account does not exist; answered like a wrong password if `one_answer` is set. */
  user: { user_id: number; password_hash: string } | undefined;
  password: string;
  /** Failures lock this origin only. */
  origin: string;
  /** A known device or an open session: exempt from the limits for unknown devices. */
  trusted: boolean;
  proof?: Proof | 'signed in';
}

interface Limits extends TryLimits {
  one_answer: boolean;
}

interface State {
  subject: string;
  origin: string;
  limits: Limits;
  tries: Tries;
  everywhere: number;
}

const EVERYWHERE = '*';

export const subjectOf = (user_id: number) => `user ${user_id}`;

/**
 * Passes if the password is right. Attempts are counted before the password is checked, so that parallel attempts, also
 * on several servers, cannot exceed the limit. A lock also refuses the right password, otherwise a guesser would learn
 * that the guess was right.
 */
export function checkPassword(app: App, attempt: Attempt): Promise<void> {
  const { name, user, password, origin, trusted, proof } = attempt;
  const subject = user ? subjectOf(user.user_id) : `name ${name.toLowerCase()}`;
  return inTurn(`password ${subject} ${origin}`, async () => {
    const now = app.now();
    const state = await stateOf(app.pool, subject, origin, now);
    const everywhere = trusted ? 0 : state.everywhere;
    if (!user && !state.limits.one_answer) throw new Fault('account_missing');
    const proven = proof === 'signed in' || provenBy(app, { ...state, everywhere }, password, proof, now);
    // An attempt counted before the lock may still complete: only its proof of work was missing.
    if (proven !== 'counted' && isLocked(state.tries, now)) throw locked(state.tries);
    if (refusesNewDevices(everywhere)) throw new Fault('login_failed', { detail: 'known_devices_only' });

    const counted = proven === 'counted' ? state.tries : await countTry(app, state, now);
    const next = { ...state, tries: counted, everywhere };
    // The password is not checked without the proof, so the answer reveals nothing about it.
    if (!proven) throw asked(app, next, password, now);
    if (!(await isPassword(user?.password_hash, password))) {
      if (!trusted) next.everywhere = await countEverywhere(app.pool, subject, now);
      throw refused(app, next, now);
    }
    await app.pool.run(sql`delete from sign_in_try where subject = ${subject} and origin = ${origin}`);
  });
}

/** Lifts every lock of the account. */
export async function forgetTries(db: Db, user_id: number): Promise<void> {
  await db.run(sql`delete from sign_in_try where subject = ${subjectOf(user_id)}`);
}

async function stateOf(db: Db, subject: string, origin: string, now: Date): Promise<State> {
  const limits = await db.one<Limits>(sql`select max_failures, lock_minutes, one_answer from login_limit`);
  if (!limits) throw new Error('the login limits are not seeded');
  const rows = await db.rows<Tries & { origin: string }>(sql`
    select origin, failures, locks, locked_until, last_at from sign_in_try
     where subject = ${subject} and origin in (${origin}, ${EVERYWHERE})`);
  const tries = rows.find((row) => row.origin === origin) ?? {
    failures: 0,
    locks: 0,
    locked_until: null,
    last_at: now.toISOString(),
  };
  const everywhere = fading(
    rows.find((row) => row.origin === EVERYWHERE),
    now,
  );
  return { subject, origin, limits, tries, everywhere };
}

async function countTry({ pool }: App, { subject, origin, limits }: State, now: Date): Promise<Tries> {
  return pool.tx({}, async (db) => {
    const before = await db.one<Tries>(sql`
      insert into sign_in_try as t (subject, origin, last_at) values (${subject}, ${origin}, ${now})
      on conflict (subject, origin) do update set origin = excluded.origin
      returning failures, locks, locked_until, last_at`);
    if (!before) throw new Error('a try was not counted');
    // Another server may have counted the last allowed attempt.
    if (isLocked(before, now)) throw locked(before);
    const after = oneMore(before, limits, now);
    await db.run(sql`
      update sign_in_try
         set failures = ${after.failures}, locks = ${after.locks}, locked_until = ${after.locked_until},
             last_at = ${after.last_at}
       where subject = ${subject} and origin = ${origin}`);
    return after;
  });
}

/** Counts a failure from an unknown device; returns the decayed count. */
async function countEverywhere(db: Db, subject: string, now: Date): Promise<number> {
  return db.tx({}, async (tx) => {
    const before = await tx.one<Tries>(sql`
      insert into sign_in_try as t (subject, origin, last_at) values (${subject}, ${EVERYWHERE}, ${now})
      on conflict (subject, origin) do update set origin = excluded.origin
      returning failures, last_at`);
    const failures = fading(before, now) + 1;
    await tx.run(sql`
      update sign_in_try set failures = ${failures}, last_at = ${now}
       where subject = ${subject} and origin = ${EVERYWHERE}`);
    return failures;
  });
}

/** Includes the challenge of the next attempt, if it needs one, so that the client can solve it early. */
function refused(app: App, state: State, now: Date): Fault {
  const { tries, limits } = state;
  if (isLocked(tries, now)) return locked(tries);
  const bits = bitsFor(tries, state.everywhere);
  return new Fault('password_wrong', {
    detail: limits.one_answer ? 'account_or_password' : 'tries_left',
    params: { count: limits.max_failures - tries.failures },
    data: bits === 0 ? undefined : challenge(app, nextPurpose(state), bits, now),
  });
}

function asked(app: App, state: State, password: string, now: Date): Fault {
  const bits = bitsFor(state.tries, state.everywhere);
  const data = challenge(app, againPurpose(state, password), bits, now);
  return new Fault('code_required', { detail: 'captcha_needed', data });
}

function challenge({ secrets }: App, purpose: string, bits: number, now: Date) {
  return makeChallenge(secrets.signing_secret, purpose, bits, now);
}

function locked({ locked_until }: Tries): Fault {
  return new Fault('login_failed', { detail: 'locked_until', params: { until: locked_until ?? '' } });
}

/** `counted`: this attempt was counted when the proof was requested. */
function provenBy(
  { secrets }: App,
  state: State,
  password: string,
  proof: Proof | undefined,
  now: Date,
): boolean | 'counted' {
  const bits = bitsFor(state.tries, state.everywhere);
  const isFor = (purpose: string) => isProof(secrets.signing_secret, purpose, bits, proof, now);
  if (isFor(againPurpose(state, password))) return 'counted';
  return bits === 0 || isFor(nextPurpose(state));
}

/** The attempt counts are part of the purpose, so that a proof is valid for one attempt. */
function nextPurpose({ subject, origin, tries }: State): string {
  return `sign-in ${subject} ${origin} ${tries.locks} ${tries.failures}`;
}

/** For repeating a counted attempt with its proof; valid for the same password only. */
function againPurpose(state: State, password: string): string {
  return `${nextPurpose(state)} again ${password}`;
}
