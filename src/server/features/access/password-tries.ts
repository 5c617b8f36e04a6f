import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import type { App } from '#server/http/ctx.ts';
import type { Proof } from '#shared/contract/sign-in.ts';
import { Fault } from '#shared/faults.ts';
import { inTurn } from './in-turn.ts';
import { isPassword } from './passwords.ts';
import { isProof, makeChallenge } from './proof.ts';

interface Tries {
  failures: number;
  locked_until: string | null;
  left: number;
}

/** From this many wrong passwords on, each further try costs a proof of work. */
const FREE_TRIES = 3;

/** What a try brings along: nothing where it is asked for, enough, or the proof of a password already counted. */
type Standing = 'unproven' | 'proven' | 'counted';

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
    const attempt = { user_id: user.user_id, failures: tries.failures, password };
    const standing = proof === 'signed in' ? 'proven' : standingOf(app, attempt, proof, now);
    if (!(await isPassword(user.password_hash, password))) {
      const counted = standing === 'counted' ? tries : await countFailure(app.pool, user.user_id, now);
      throw refusal(app, { ...attempt, failures: counted.failures }, standing, counted, now);
    }
    // Without its proof a right password is answered like a wrong one: a guess that cost nothing tells nothing.
    if (standing === 'unproven') throw refusal(app, attempt, standing, tries, now);
    await app.pool.run(sql`
      update sign_in_state set failures = 0, locked_until = null where user_id = ${user.user_id}`);
  });
}

interface Attempt {
  user_id: number;
  failures: number;
  password: string;
}

/** Where the next try will cost a proof, its challenge comes along, to be solved meanwhile. */
function refusal(app: App, attempt: Attempt, standing: Standing, tries: Tries, now: Date): Fault {
  if (isLocked(tries, now)) return locked(tries);
  const challenge = (purpose: string) => makeChallenge(app.secrets.signing_secret, purpose, now);
  if (standing === 'unproven') {
    return new Fault('code_required', { detail: 'captcha_needed', data: challenge(againPurpose(attempt)) });
  }
  const data = attempt.failures < FREE_TRIES ? undefined : challenge(nextPurpose(attempt));
  return new Fault('password_wrong', { detail: 'tries_left', params: { count: tries.left }, data });
}

async function triesOf(db: Db, user_id: number): Promise<Tries> {
  const row = await db.one<Tries>(sql`
    select failures, locked_until, max_failures - failures as left
      from sign_in_state cross join login_limit where user_id = ${user_id}`);
  return row ?? { failures: 0, locked_until: null, left: 0 };
}

function isLocked(tries: Tries, now: Date): boolean {
  return tries.locked_until !== null && new Date(tries.locked_until) > now;
}

function locked({ locked_until }: Tries): Fault {
  return new Fault('login_failed', { detail: 'locked_until', params: { until: locked_until ?? '' } });
}

/** A challenge is for one try of one account: the count of failures is part of it. */
function nextPurpose({ user_id, failures }: Attempt): string {
  return `sign-in ${user_id} ${failures}`;
}

/** The same try once more, now with its proof: good for this password only, which has been counted. */
function againPurpose(attempt: Attempt): string {
  return `${nextPurpose(attempt)} again ${attempt.password}`;
}

function standingOf(app: App, attempt: Attempt, proof: Proof | undefined, now: Date): Standing {
  const isFor = (purpose: string) => isProof(app.secrets.signing_secret, purpose, proof, now);
  if (isFor(againPurpose(attempt))) return 'counted';
  return attempt.failures < FREE_TRIES || isFor(nextPurpose(attempt)) ? 'proven' : 'unproven';
}

/** Counts and, at the limit, locks: one statement decides. A lock that has run out starts the count anew. */
async function countFailure(db: Db, user_id: number, now: Date): Promise<Tries> {
  const row = await db.one<Tries>(sql`
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
