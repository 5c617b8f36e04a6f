import type { Pool } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';

export interface Person {
  user_id: number;
  account: string;
  mobile: string;
  role_id: number;
}

let count = 0;

/** Creates an account with the demo's password hash, which saves the cost of hashing. */
export async function makeUser(db: Pool, role_id: number): Promise<Person> {
  count += 1;
  const account = `person${count}`;
  const mobile = `150${String(10_000_000 + count)}`;
  const row = await db.one<{ user_id: number }>(sql`
    insert into user_account (account, real_name, mobile, role_id, password_hash)
    select ${account}, ${`某${count}`}, ${mobile}, ${role_id}, password_hash from user_account where account = 'admin'
    returning user_id`);
  return { user_id: row?.user_id ?? 0, account, mobile, role_id };
}

/** Creates a role with exactly these powers. */
export async function makeRole(db: Pool, power_codes: string[], sees_all_sites = false): Promise<number> {
  count += 1;
  const row = await db.one<{ role_id: number }>(sql`
    insert into role (role_name, sees_all_sites) values (${`role ${count}`}, ${sees_all_sites}) returning role_id`);
  const role_id = row?.role_id ?? 0;
  await db.run(sql`
    insert into role_power (role_id, power_id)
    select ${role_id}, power_id from power where power_code = any(${power_codes})`);
  return role_id;
}
