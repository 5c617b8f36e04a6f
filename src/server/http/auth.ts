import type { IncomingHttpHeaders } from 'node:http';
import type { App, RequestOrigin, User } from '#server/app.ts';
import { isUnavailable } from '#server/db/errors.ts';
import type { Db } from '#server/db/pool.ts';
import { prepared, sql } from '#server/db/sql.ts';
import { signIn } from '#shared/contract/access/sign-in.ts';
import { MINUTE_MS } from '#shared/domain/time-units.ts';
import { type DetailName, details, Fault } from '#shared/faults.ts';
import { readToken } from './tokens.ts';

/** Calls that are open to an account that still has the password printed at the first start. */
const openWithFirstPassword = new Set<string>([signIn.changePassword.path, signIn.me.path, signIn.out.path]);

/** The user of the request's access token, as the database has them now: revocation takes effect at once. */
export async function authenticate(
  app: App,
  headers: IncomingHttpHeaders,
  origin: RequestOrigin,
): Promise<User> {
  const token = headers.access_token;
  if (typeof token !== 'string' || token === '') throw new Fault('unauthorized');
  const { uid, sid } = await readToken(token, 'access', app.secrets.token_secret, app.now());
  const found = await sessionUser(app.pool, sid);
  if (!found || found.revoked) throw sessionEnded(found?.revoked_for);
  if (found.user_id !== uid || found.imei !== origin.imei) throw new Fault('token_mismatch');
  const { imei, revoked, revoked_for, must_change_password, powers, seen_at, ...user } = found;
  if (must_change_password && !openWithFirstPassword.has(origin.call)) {
    throw new Fault('permission_denied', { detail: 'must_change_password' });
  }
  await noteSeen(app, sid, seen_at);
  return { ...user, powers: setOf(powers) };
}

/** Says why a session was ended; no reason is needed if the user signed out in another tab. */
export function sessionEnded(reason: string | null | undefined): Fault {
  const detail = `ended_${reason}` as DetailName;
  return new Fault('session_revoked', details.includes(detail) ? { detail } : {});
}

/** Stored to the minute, so that only few calls write. */
async function noteSeen(app: App, session_id: string, seen_at: string): Promise<void> {
  const minuteAgo = new Date(app.now().getTime() - MINUTE_MS);
  if (new Date(seen_at) > minuteAgo) return;
  try {
    await app.pool.run(sql`
      update session set seen_at = ${app.now()} where session_id = ${session_id} and seen_at <= ${minuteAgo}`);
  } catch (error) {
    // A read-only database can still be read.
    if (!isUnavailable(error)) throw error;
  }
}

/** A user without a session, for jobs. */
export async function userById(db: Db, user_id: number): Promise<User> {
  const found = await db.one<Omit<User, 'powers'> & Powers>(sql`
    select ${userColumns}, '' as session_id from user_account u join role r using (role_id)
     where u.user_id = ${user_id} and u.status = 'normal'`);
  if (!found) throw new Fault('account_missing');
  return { ...found, powers: setOf(found.powers) };
}

interface Powers {
  /** Their codes as one text: every call reads them, and an array takes longer. Null if there are none. */
  powers: string | null;
}

export function setOf(powers: string | null): ReadonlySet<string> {
  return new Set(powers?.split(' '));
}

type SessionUser = Omit<User, 'powers'> &
  Powers & {
    imei: string;
    revoked: boolean;
    revoked_for: string | null;
    seen_at: string;
    must_change_password: boolean;
  };

const userColumns = sql`
  u.user_id, u.account, u.real_name, u.role_id, r.sees_all_sites or r.role_id = 0 as sees_all_sites,
  (select string_agg(p.power_code, ' ')
     from role_power rp join power p using (power_id)
    where rp.role_id = u.role_id and p.type = 3) as powers`;

/** The user of a session, and whether the session is valid. */
export function sessionUser(db: Db, session_id: string): Promise<SessionUser | undefined> {
  return db.one<SessionUser>(
    prepared(sql`select ${userColumns}, s.session_id, s.imei, s.seen_at, s.revoked_at is not null as revoked, s.revoked_for,
                 u.must_change_password
            from session s
            join user_account u using (user_id)
            join role r using (role_id)
           where s.session_id = ${session_id}`),
  );
}
