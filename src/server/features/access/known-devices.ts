import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';

const MOST_DEVICES = 20;

/** The device's key in the database, if it has signed in to this account before. */
export async function knownDevice(
  db: Db,
  user_id: number,
  token: string | undefined,
): Promise<string | undefined> {
  const row = await db.one<{ token_hash: string }>(sql`
    select token_hash from known_device where user_id = ${user_id} and token_hash = ${hashOf(token ?? '')}`);
  return row?.token_hash;
}

/** Returns the device token to store in the browser: the given one if this server issued it, otherwise a new one. */
export async function rememberDevice(
  db: Db,
  user_id: number,
  token: string | undefined,
  now: Date,
): Promise<string> {
  const issued =
    token && (await db.one(sql`select from known_device where token_hash = ${hashOf(token)} limit 1`));
  const kept = token && issued ? token : randomBytes(32).toString('base64url');
  await db.run(sql`
    insert into known_device (user_id, token_hash, seen_at) values (${user_id}, ${hashOf(kept)}, ${now})
    on conflict (user_id, token_hash) do update set seen_at = excluded.seen_at`);
  await db.run(sql`
    delete from known_device where user_id = ${user_id} and token_hash not in (
      select token_hash from known_device where user_id = ${user_id}
       order by token_hash = ${hashOf(kept)} desc, seen_at desc limit ${MOST_DEVICES})`);
  return kept;
}

/** After a password change every device must enter the new password once to be known again. */
export async function forgetDevices(db: Db, user_id: number): Promise<void> {
  await db.run(sql`delete from known_device where user_id = ${user_id}`);
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
