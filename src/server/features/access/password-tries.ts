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
  proof?: Proof,
): Promise<void> {
  return inTurn(`password ${user.user_id}`, async () => {
    const now = app.now();
    const tries = await triesOf(app.pool, user.user_id);
    if (isLocked(tries, now)) throw locked(tries);
    requireProof(app, user.user_id, tries.failures, proof, now);
    if (await isPassword(user.password_hash, password)) {
      await app.pool.run(sql`
        update sign_in_state set failures = 0, locked_until = null where user_id = ${user.user_id}`);
      return;
    }
    throw await countFailure(app.pool, user.user_id, now);
  });
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

function requireProof(
  app: App,
  user_id: number,
  failures: number,
  proof: Proof | undefined,
  now: Date,
): void {
  if (failures < FREE_TRIES) return;
  const secret = app.secrets.signing_secret;
  const purpose = `sign-in ${user_id} ${failures}`;
  if (isProof(secret, purpose, proof, now)) return;
  throw new Fault('code_required', { detail: 'captcha_needed', data: makeChallenge(secret, purpose, now) });
}

/** Counts and, at the limit, locks: one statement decides. A lock that has run out starts the count anew. */
async function countFailure(db: Db, user_id: number, now: Date): Promise<Fault> {
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
  if (!row) return new Fault('password_wrong');
  if (isLocked(row, now)) return locked(row);
  return new Fault('password_wrong', { detail: 'tries_left', params: { count: row.left } });
}
