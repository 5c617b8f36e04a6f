import { createHmac } from 'node:crypto';
import type { Pool } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { decrypt, encrypt } from './cipher.ts';

const NAME = 'device_password';
/** Tells an encrypted password from a plain one of an earlier version, which has at most 32 characters. */
const ENCRYPTED = /^enc1:[A-Za-z0-9+/=]{40,}$/;

/** Encrypts a device password for `site.secret`; an empty one stays empty. */
export function encryptPassword(plain: string, signingSecret: string): string {
  return plain === '' ? '' : `enc1:${encrypt(plain, NAME, signingSecret)}`;
}

/**
 * Undefined if it was encrypted under another data folder. A plain one is returned as it is; the next start encrypts
 * it.
 */
export function decryptPassword(stored: string, signingSecret: string): string | undefined {
  return ENCRYPTED.test(stored) ? decrypt(stored.slice('enc1:'.length), NAME, signingSecret) : stored;
}

/** A keyed hash: equal for equal passwords, useless without the data folder's key; an empty one stays empty. */
export function passwordMark(plain: string, signingSecret: string): string {
  return plain === ''
    ? ''
    : createHmac('sha256', signingSecret).update(`${NAME} ${plain}`).digest('hex').slice(0, 16);
}

const actor = { account: 'system', real_name: 'system' };

/** Encrypts passwords that an earlier version stored in plain text. SQL cannot do it: the key is in the data folder. */
export function encryptStoredPasswords(pool: Pool, signingSecret: string): Promise<void> {
  return pool.tx(actor, async (db) => {
    const stored = await db.rows<{ site_id: number; secret: string }>(
      sql`select site_id, secret from site where secret <> '' for update`,
    );
    const plain = stored.filter(({ secret }) => !ENCRYPTED.test(secret));
    if (plain.length === 0) return;
    await db.run(sql`
      update site t set secret = s.secret
        from unnest(${plain.map(({ site_id }) => site_id)}::integer[],
                    ${plain.map(({ secret }) => encryptPassword(secret, signingSecret))}::text[]) as s (site_id, secret)
       where t.site_id = s.site_id`);
  });
}
