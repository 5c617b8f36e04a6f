import { randomUUID } from 'node:crypto';
import type { App, RequestOrigin } from '#server/app.ts';
import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { sessionEnded } from '#server/http/auth.ts';
import { readToken, signToken } from '#server/http/tokens.ts';
import type { Account, Tokens, UserSet } from '#shared/contract/access/sign-in.ts';
import { DAY_MS } from '#shared/domain/time-units.ts';
import { Fault } from '#shared/faults.ts';

export type RevokeReason =
  | 'sign_out'
  | 'password_changed'
  | 'sealed'
  | 'role_changed'
  | 'too_many_devices'
  | 'token_reused'
  | 'signed_out_elsewhere'
  | 'signed_out_by_administrator';

export interface SignedIn extends Tokens {
  user: Account;
  user_set: UserSet;
}

/** A duplicated tab has a copy of the refresh token; reuse within this time is not treated as theft. */
const GRACE_MS = 30_000;

/** Opens a session for this device and signs out the oldest ones above the account's limit. */
export async function openSession(
  app: App,
  db: Db,
  user_id: number,
  origin: RequestOrigin,
): Promise<SignedIn> {
  const now = app.now();
  const session_id = randomUUID();
  const expires = new Date(now.getTime() + app.config.refreshTokenDays * DAY_MS);
  await db.run(sql`
    insert into session (session_id, user_id, imei, platform, ip, user_agent, created_at, seen_at, expires_at)
    values (${session_id}, ${user_id}, ${origin.imei}, ${origin.platform}, ${origin.ip}, ${origin.user_agent},
            ${now}, ${now}, ${expires})`);
  await db.run(sql`
    update session
       set revoked_at = ${now}, revoked_for = ${'too_many_devices' satisfies RevokeReason}
     where user_id = ${user_id} and revoked_at is null
       and imei in (select imei from session
                     where user_id = ${user_id} and revoked_at is null and expires_at > ${now}
                     group by imei
                     -- The one that just opened stays, also when others opened in the same moment.
                     order by bool_or(session_id = ${session_id}) desc, max(created_at) desc, imei
                    offset (select max_devices from login_limit))`);
  return issue(app, db, user_id, session_id);
}

/**
 * Exchanges a refresh token for new tokens. Each can be used once: reuse means that it or its successor was stolen, so
 * the whole session ends.
 */
export async function refreshSession(app: App, token: string, origin: RequestOrigin): Promise<SignedIn> {
  const now = app.now();
  const { uid, sid, jti } = await readToken(token, 'refresh', app.secrets.token_secret, now).catch(
    refreshFault,
  );
  const session = await app.pool.one<{
    user_id: number;
    imei: string;
    revoked: boolean;
    revoked_for: string | null;
    status: string;
  }>(sql`
    select s.user_id, s.imei, s.revoked_at is not null as revoked, s.revoked_for, u.status
      from session s join user_account u using (user_id) where s.session_id = ${sid}`);
  if (!session || session.revoked) throw sessionEnded(session?.revoked_for);
  if (session.user_id !== uid || session.imei !== origin.imei) throw new Fault('token_mismatch');
  if (session.status !== 'normal') throw new Fault('account_sealed');

  const first = await app.pool.run(sql`
    update refresh_token set used_at = ${now} where token_id = ${jti} and session_id = ${sid} and used_at is null`);
  if (first === 0 && !(await usedJustNow(app.pool, jti, now))) {
    await revoke(app.pool, sql`session_id = ${sid}`, 'token_reused');
    throw new Fault('refresh_failed');
  }
  const expires = new Date(now.getTime() + app.config.refreshTokenDays * DAY_MS);
  await app.pool.run(
    sql`update session set seen_at = ${now}, expires_at = ${expires} where session_id = ${sid}`,
  );
  return issue(app, app.pool, uid, sid);
}

async function usedJustNow(db: Db, token_id: string, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - GRACE_MS);
  const row = await db.one(
    sql`select 1 from refresh_token where token_id = ${token_id} and used_at > ${since}`,
  );
  return row !== undefined;
}

/** The refresh call has its own result codes: 17 if the token cannot be used, 20 if it was tampered with. */
function refreshFault(error: unknown): never {
  if (!(error instanceof Fault)) throw error;
  if (error.fault === 'token_signature') throw new Fault('refresh_signature');
  if (error.fault === 'token_type') throw error;
  throw new Fault('refresh_failed');
}

async function issue(app: App, db: Db, user_id: number, session_id: string): Promise<SignedIn> {
  const { config, secrets } = app;
  const now = app.now();
  const token_id = randomUUID();
  await db.run(sql`
    insert into refresh_token (token_id, session_id, issued_at) values (${token_id}, ${session_id}, ${now})`);
  const profile = await profileOf(app, db, user_id);
  const { role_id } = profile.user;
  const sign = (payload: Parameters<typeof signToken>[0], seconds: number) =>
    signToken(payload, secrets.token_secret, now, seconds);
  return {
    access_token: await sign(
      { type: 'access', uid: user_id, role_id, sid: session_id },
      config.accessTokenSeconds,
    ),
    refresh_token: await sign(
      { type: 'refresh', uid: user_id, sid: session_id, jti: token_id },
      (config.refreshTokenDays * DAY_MS) / 1000,
    ),
    ...profile,
  };
}

/** The user's account and the settings of their theme. */
export async function profileOf(
  { settings }: App,
  db: Db,
  user_id: number,
): Promise<{ user: Account; user_set: UserSet }> {
  const row = await db.one<Account & Omit<UserSet, 'time_zone' | 'alarm_sound'>>(sql`
    select u.user_id, u.account, u.real_name, u.mobile, u.avatar, u.role_id, r.role_name, r.role_name_en, r.sees_all_sites,
           u.must_change_password,
           nullif(t.platform_title, '') as title, nullif(t.logo, '') as logo, nullif(t.accent, '') as accent,
           coalesce(t.map_style, 'general') as map_style
      from user_account u
      join role r using (role_id)
      left join theme_user tu using (user_id)
      -- A theme of one's own goes before a group's; of several groups the oldest that has one counts.
      left join theme t on t.theme_id = coalesce(tu.theme_id, (
        select g.theme_id from user_group g join user_group_member m using (user_group_id)
         where m.user_id = u.user_id and g.theme_id is not null order by g.user_group_id limit 1))
     where u.user_id = ${user_id}`);
  if (!row) throw new Fault('account_missing');
  const { title, logo, accent, map_style, ...user } = row;
  const { time_zone, alarm_sound } = settings.current;
  return { user, user_set: { title, logo, accent, map_style, time_zone, alarm_sound } };
}

export function revokeSession(db: Db, session_id: string, reason: RevokeReason): Promise<number> {
  return revoke(db, sql`session_id = ${session_id}`, reason);
}

export function revokeSessions(db: Db, session_ids: string[], reason: RevokeReason): Promise<number> {
  return revoke(db, sql`session_id = any(${session_ids}::uuid[])`, reason);
}

/** Ends all sessions of these users; their next call fails with `session_revoked`. */
export function revokeUsers(db: Db, user_ids: number[], reason: RevokeReason): Promise<number> {
  return revoke(db, sql`user_id = any(${user_ids})`, reason);
}

/** Ends every session of the user but this one. */
export function revokeOthers(db: Db, user_id: number, session_id: string): Promise<number> {
  return revoke(db, sql`user_id = ${user_id} and session_id <> ${session_id}`, 'signed_out_elsewhere');
}

function revoke(db: Db, which: ReturnType<typeof sql>, reason: RevokeReason): Promise<number> {
  return db.run(sql`
    update session set revoked_at = now(), revoked_for = ${reason} where revoked_at is null and ${which}`);
}
