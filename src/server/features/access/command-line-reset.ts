import { randomBytes } from 'node:crypto';
import type { Pool } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { forgetDevices } from './known-devices.ts';
import { forgetTries } from './password-tries.ts';
import { hashPassword } from './passwords.ts';
import { revokeUsers } from './sessions.ts';

/** Names in the audit log; no account and no API call can have them. */
const ACCOUNT = 'command line';
const CALL = 'npm run password:reset';

interface Reset {
  account: string;
  real_name: string;
  status: 'normal' | 'sealed' | 'pending';
  password: string;
  /** Sessions ended with the old password. */
  ended: number;
}

/**
 * Sets a password that must be changed at the next sign-in, and ends all sessions and locks. No permission check:
 * whoever can read the data folder can change the database anyway. `by` is the operating system user.
 */
export async function resetOnCommandLine(pool: Pool, name: string, by: string): Promise<Reset | undefined> {
  const password = randomBytes(12).toString('base64url');
  const password_hash = await hashPassword(password);
  return pool.tx({ account: ACCOUNT, real_name: by, call: CALL }, async (db) => {
    const user = await db.one<Omit<Reset, 'password' | 'ended'> & { user_id: number }>(sql`
      update user_account set password_hash = ${password_hash}, must_change_password = true
       where lower(account) = lower(${name}) returning user_id, account, real_name, status`);
    if (!user) return undefined;
    const { user_id, ...shown } = user;
    await forgetTries(db, user_id);
    await forgetDevices(db, user_id);
    const ended = await revokeUsers(db, [user_id], 'password_changed');
    return { ...shown, password, ended };
  });
}

/** Suggestions when the given account does not exist. */
export async function superAccounts(pool: Pool): Promise<string[]> {
  const rows = await pool.rows<{ account: string }>(sql`
    select account from user_account where role_id = 0 order by account`);
  return rows.map(({ account }) => account);
}
