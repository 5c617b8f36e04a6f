import type { Ctx } from '#server/app.ts';
import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { actorOf } from '#server/http/actor.ts';
import { handlers } from '#server/http/handlers.ts';
import { networkOf } from '#server/http/network-of.ts';
import { signIn } from '#shared/contract/access/sign-in.ts';
import { Fault } from '#shared/faults.ts';
import { forgetDevices, knownDevice, rememberDevice } from './known-devices.ts';
import { requirePolicy } from './password-policy.ts';
import { checkPassword, forgetTries } from './password-tries.ts';
import { hashPassword } from './passwords.ts';
import { openSession, profileOf, refreshSession, revokeSession, revokeUsers } from './sessions.ts';
import { sendCode, useCode, VALID_SECONDS, WAIT_SECONDS } from './sms-codes.ts';

interface Found {
  user_id: number;
  account: string;
  real_name: string;
  password_hash: string;
  mobile: string | null;
  status: 'normal' | 'sealed' | 'pending';
}

export const signInRoutes = handlers(signIn, {
  login: async (ctx, { account, password, proof, device_token }) => {
    const user = await findByName(ctx.db, account);
    const device = await knownDevice(ctx.db, user?.user_id ?? 0, device_token);
    const origin = device ? `device ${device}` : `address ${networkOf(ctx.origin.ip)}`;
    try {
      await checkPassword(ctx, { name: account, user, password, origin, trusted: !!device, proof });
      if (!user) throw new Fault('account_missing');
      if (user.status === 'pending') throw new Fault('account_sealed', { detail: 'awaiting_approval' });
      if (user.status === 'sealed') throw new Fault('account_sealed');
    } catch (error) {
      // Unknown accounts are logged without the name: it may be a password typed into the wrong field.
      if (error instanceof Fault && error.fault !== 'code_required') {
        await recordSignIn(ctx, user, 'sign_in_refused', user ? error.fault : 'account_missing');
      }
      throw error;
    }
    return ctx.db.tx(actorOf(ctx.origin, user), async (db) => {
      await holdAsChecked(db, user);
      await expirePassword(db, user.user_id, ctx.now());
      await db.run(sql`
        insert into sign_in_state (user_id, last_login_at) values (${user.user_id}, ${ctx.now()})
        on conflict (user_id) do update set last_login_at = excluded.last_login_at`);
      await db.run(sql`select write_audit('session', ${String(user.user_id)}, 'sign_in', null, null)`);
      const kept = await rememberDevice(db, user.user_id, device_token, ctx.now());
      return { ...(await openSession(ctx, db, user.user_id, ctx.origin)), device_token: kept };
    });
  },

  out: async (ctx) => {
    await revokeSession(ctx.db, ctx.user.session_id, 'sign_out');
    await recordSignIn(ctx, ctx.user, 'sign_out');
    return {};
  },

  refresh: (ctx, { refresh_token }) => refreshSession(ctx, refresh_token, ctx.origin),

  // Sent to any number, so that the answer does not reveal which numbers have an account.
  sendCode: async (ctx, { mobile, purpose, proof }) => {
    if (purpose === 'register') await requireOpen(ctx);
    await sendCode(ctx, { mobile, purpose, proof });
    return { wait_seconds: WAIT_SECONDS, valid_seconds: VALID_SECONDS };
  },

  register: async (ctx, { mobile, code, real_name, password, password_again }) => {
    requireSame('password_again', password, password_again);
    await requireOpen(ctx);
    // Checked first, so that a weak password does not use up the code.
    await requirePolicy(ctx.db, { password, mobile });
    await useCode(ctx, mobile, 'register', code);
    if (await findByMobile(ctx.db, mobile)) {
      throw new Fault('mobile_repeated', { fields: [{ field: 'mobile', problem: 'repeated' }] });
    }
    const password_hash = await hashPassword(password);
    // The audit log names the registering user as the actor.
    const row = await ctx.db.tx({ ...actorOf(ctx.origin), account: mobile, real_name }, (db) =>
      db.one<{ user_id: number; status: string }>(sql`
        insert into user_account (account, mobile, real_name, password_hash, role_id, status)
        select ${mobile}, ${mobile}, ${real_name}, ${password_hash}, register_role_id,
               case when register_needs_approval then 'pending' else 'normal' end
          from login_limit
        returning user_id, status`),
    );
    if (!row) throw new Fault('add_failed');
    return { user_id: row.user_id, awaiting_approval: row.status === 'pending' };
  },

  findPassword: async (ctx, { mobile, code, password, password_again, device_token }) => {
    requireSame('password_again', password, password_again);
    await requirePolicy(ctx.db, { password, mobile });
    await useCode(ctx, mobile, 'password', code);
    const user = await findByMobile(ctx.db, mobile);
    if (!user) throw new Fault('account_missing');
    await requirePolicy(ctx.db, { password, mobile, account: user.account, user_id: user.user_id });
    await storePassword(ctx, user, password);
    // The code proves ownership, so this device is trusted even while unknown devices are rate limited.
    return { device_token: await rememberDevice(ctx.db, user.user_id, device_token, ctx.now()) };
  },

  changePassword: async (ctx, { old_password, new_password, new_password_again }) => {
    requireSame('new_password_again', new_password, new_password_again);
    if (new_password === old_password) {
      throw new Fault('parameter_error', { fields: [{ field: 'new_password', problem: 'same_as_old' }] });
    }
    const user = await findById(ctx.db, ctx.user.user_id);
    if (!user) throw new Fault('account_missing');
    await checkPassword(ctx, {
      name: user.account,
      user,
      password: old_password,
      origin: `session ${ctx.user.session_id}`,
      trusted: true,
      proof: 'signed in',
    }).catch(onField('old_password'));
    const { account, mobile, user_id } = user;
    await requirePolicy(ctx.db, { password: new_password, field: 'new_password', account, mobile, user_id });
    await storePassword(ctx, user, new_password);
    return {};
  },

  me: (ctx) => profileOf(ctx, ctx.db, ctx.user.user_id),

  editMe: async ({ db, user }, { real_name = null, avatar = null }) => {
    await db.run(sql`
      update user_account set real_name = coalesce(${real_name}, real_name), avatar = coalesce(${avatar}, avatar)
       where user_id = ${user.user_id}`);
    return {};
  },
});

const found = sql`select user_id, account, real_name, mobile, password_hash, status from user_account`;

async function requireOpen({ db }: Ctx): Promise<void> {
  const open = await db.one(sql`select from login_limit where register_open`);
  if (!open) throw new Fault('add_failed', { detail: 'register_closed' });
}

/** By account or mobile number; an account equal to another user's number takes precedence. */
function findByName(db: Db, name: string): Promise<Found | undefined> {
  return db.one<Found>(sql`
    ${found} where lower(account) = lower(${name}) or mobile = ${name}
    order by lower(account) = lower(${name}) desc limit 1`);
}

function findByMobile(db: Db, mobile: string): Promise<Found | undefined> {
  return db.one<Found>(sql`${found} where mobile = ${mobile}`);
}

function findById(db: Db, user_id: number): Promise<Found | undefined> {
  return db.one<Found>(sql`${found} where user_id = ${user_id}`);
}

/**
 * The account may be sealed or its password changed during the password check. `for share` makes such a change wait
 * until the new session is stored, so that it ends this session too.
 */
async function holdAsChecked(db: Db, { user_id, password_hash }: Found): Promise<void> {
  const current = await db.one<Found>(sql`${found} where user_id = ${user_id} for share`);
  if (!current) throw new Fault('account_missing');
  if (current.status !== 'normal') throw new Fault('account_sealed');
  if (current.password_hash !== password_hash) throw new Fault('password_wrong');
}

/** An expired password must be changed before anything else. */
async function expirePassword(db: Db, user_id: number, now: Date): Promise<void> {
  await db.run(sql`
    update user_account set must_change_password = true
     where user_id = ${user_id} and not must_change_password
       and exists (select from login_limit where password_days > 0
                      and password_changed_at < ${now}::timestamptz - make_interval(days => password_days))`);
}

/** A new password ends every session, including the current one. */
async function storePassword(ctx: Ctx, user: Found, password: string): Promise<void> {
  const password_hash = await hashPassword(password);
  await ctx.db.tx(actorOf(ctx.origin, user), async (db) => {
    await db.run(sql`
      update user_account set password_hash = ${password_hash}, must_change_password = false
       where user_id = ${user.user_id}`);
    await forgetTries(db, user.user_id);
    await forgetDevices(db, user.user_id);
    await revokeUsers(db, [user.user_id], 'password_changed');
  });
}

function recordSignIn(
  ctx: Ctx,
  user: Pick<Found, 'user_id' | 'account' | 'real_name'> | undefined,
  action: 'sign_in_refused' | 'sign_out',
  reason?: string,
): Promise<number> {
  const after = reason ? JSON.stringify({ reason }) : null;
  return ctx.db.tx(actorOf(ctx.origin, user), (db) =>
    db.run(
      sql`select write_audit('session', ${user ? String(user.user_id) : null}, ${action}, null, ${after}::jsonb)`,
    ),
  );
}

/** Names the form field of the wrong password, for forms with several. */
function onField(field: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof Fault) || error.fault !== 'password_wrong') throw error;
    const { detail, params } = error;
    throw new Fault('password_wrong', {
      detail,
      params,
      fields: [{ field, problem: 'wrong_password', params }],
    });
  };
}

function requireSame(field: string, first: string, second: string | undefined): void {
  if (second === undefined || second === first) return;
  throw new Fault('parameter_error', { fields: [{ field, problem: 'passwords_differ' }] });
}
