import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import type { App } from '#server/http/ctx.ts';
import type { Challenge, Proof } from '#shared/contract/sign-in.ts';
import { Fault } from '#shared/faults.ts';
import { inTurn } from './in-turn.ts';
import { isPassword } from './passwords.ts';
import { isProof, makeChallenge } from './proof.ts';

interface Tries {
  failures: number;
  locked_until: string | null;
}

/** From this many wrong passwords on, each further try costs a proof of work. */
const FREE_TRIES = 3;

/**
 * Passes when the password is right. Wrong ones are counted, made dear, and in the end lock the account for a
 * while; a lock also refuses the right password, or it would tell a guesser that the guess was good.
 */
export function checkPassword(
  app: App,
  user: { user_id: number; password_hash: string },
  password: string,
  proof?: Proof | 'signed in',
): Promise<void> {
  return inTurn(`password ${user.user_id}`, async () => {
    const now = app.now();
    const tries = await triesOf(app.pool, user.user_id);
    if (isLocked(tries, now)) throw locked(tries);
    const proven = proof === 'signed in' || isProven(app, user.user_id, tries.failures, proof, now);
    if (!(await isPassword(user.password_hash, password))) throw await refuse(app, user.user_id, proven, now);
    // Without its proof a right password is answered like a wrong one: a guess that cost nothing tells nothing.
    if (!proven) throw proofRequired(challengeFor(app, user.user_id, tries.failures, now));
    await app.pool.run(sql`
      update sign_in_state set failures = 0, locked_until = null where user_id = ${user.user_id}`);
  });
}

/** Counts the wrong try; where the next one will cost a proof, its challenge comes along, to be solved meanwhile. */
async function refuse(app: App, user_id: number, proven: boolean, now: Date): Promise<Fault> {
  const tries = await countFailure(app.pool, user_id, now);
  if (isLocked(tries, now)) return locked(tries);
  const data = tries.failures < FREE_TRIES ? undefined : challengeFor(app, user_id, tries.failures, now);
  if (!proven) return proofRequired(data);
  return new Fault('password_wrong', { detail: 'tries_left', params: { count: tries.left }, data });
}

function proofRequired(data: Challenge | undefined): Fault {
  return new Fault('code_required', { detail: 'captcha_needed', data });
}

async function triesOf(db: Db, user_id: number): Promise<Tries> {
  const row = await db.one<Tries>(sql`
    select failures, locked_until from sign_in_state where user_id = ${user_id}`);
  return row ?? { failures: 0, locked_until: null };
}

function isLocked(tries: Tries, now: Date): boolean {
  return tries.locked_until !== null && new Date(tries.locked_until) > now;
}

function locked({ locked_until }: Tries): Fault {
  return new Fault('login_failed', { detail: 'locked_until', params: { until: locked_until ?? '' } });
}

/** A challenge is for one try of one account: the count of failures is part of it. */
function purposeOf(user_id: number, failures: number): string {
  return `sign-in ${user_id} ${failures}`;
}

function challengeFor(app: App, user_id: number, failures: number, now: Date): Challenge {
  return makeChallenge(app.secrets.signing_secret, purposeOf(user_id, failures), now);
}

function isProven(app: App, user_id: number, failures: number, proof: Proof | undefined, now: Date): boolean {
  if (failures < FREE_TRIES) return true;
  return isProof(app.secrets.signing_secret, purposeOf(user_id, failures), proof, now);
}

/** Counts and, at the limit, locks: one statement decides. A lock that has run out starts the count anew. */
async function countFailure(db: Db, user_id: number, now: Date): Promise<Tries & { left: number }> {
  const row = await db.one<Tries & { left: number }>(sql`
    with rule as (select max_failures, lock_minutes from login_limit)
    insert into sign_in_state as s (user_id, failures, locked_until)
    select ${user_id}, 1, case when max_failures <= 1 then ${now}::timestamptz + make_interval(mins => lock_minutes) end
      from rule
    on conflict (user_id) do update
      set failures = case when s.locked_until <= ${now} then 1 else s.failures + 1 end,
          locked_until = (select case when (case when s.locked_until <= ${now} then 1 else s.failures + 1 end)
                                           >= max_failures
                                      then ${now}::timestamptz + make_interval(mins => lock_minutes) end
                            from rule)
    returning failures, locked_until, (select max_failures from rule) - failures as left`);
  if (!row) throw new Error('the login limits are not seeded');
  return row;
}
