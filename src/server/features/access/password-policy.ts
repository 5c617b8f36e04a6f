import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import type { PasswordPolicy } from '#shared/contract/platform/face.ts';
import { passwordProblem } from '#shared/domain/password-policy.ts';
import { Fault, type FieldProblem } from '#shared/faults.ts';
import { isPassword } from './passwords.ts';

export interface NewPassword {
  password: string;
  /** The form field, for the error. */
  field?: string;
  account?: string | null | undefined;
  mobile?: string | null | undefined;
  /** Set for existing accounts: enables the check of the password history. */
  user_id?: number;
}

export async function passwordRule(db: Db): Promise<PasswordPolicy> {
  const rule = await db.one<PasswordPolicy>(sql`
    select password_min, password_kinds, password_not_account, password_history from login_limit`);
  if (!rule) throw new Fault('no_data');
  return rule;
}

/** Checks a new password against the configured policy; every place that sets one calls it. */
export async function requirePolicy(db: Db, asked: NewPassword): Promise<void> {
  const { password, field = 'password', account, mobile, user_id } = asked;
  const rule = await passwordRule(db);
  const found = passwordProblem(password, rule, [account, mobile]);
  const problem: FieldProblem | undefined = found
    ? { field, ...found }
    : user_id !== undefined && (await wasUsed(db, user_id, password, rule.password_history))
      ? { field, problem: 'password_used', params: { count: rule.password_history } }
      : undefined;
  if (problem) throw new Fault('parameter_error', { fields: [problem] });
}

/** The current password counts as one of `count`; newest first. */
async function wasUsed(db: Db, user_id: number, password: string, count: number): Promise<boolean> {
  if (count === 0) return false;
  const rows = await db.rows<{ password_hash: string }>(sql`
    (select password_hash from user_account where user_id = ${user_id})
    union all
    (select password_hash from password_history where user_id = ${user_id}
      order by replaced_at desc limit ${count - 1})`);
  for (const { password_hash } of rows) if (await isPassword(password_hash, password)) return true;
  return false;
}
