import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { decrypt, encrypt } from '#server/settings/cipher.ts';

/** The secret that a site signs its batches with. */
export interface PushSecret {
  secret: string;
  created_at: string;
}

const SECRET_BYTES = 32;
const nameOf = (site_id: number) => `push ${site_id}`;

/** Undefined if the site has none, or only one of another data folder. */
export async function pushSecretOf(
  db: Db,
  site_id: number,
  signingSecret: string,
): Promise<PushSecret | undefined> {
  const row = await db.one<PushSecret>(sql`
    select secret, created_at from push_secret where site_id = ${site_id}`);
  if (!row) return undefined;
  const secret = decrypt(row.secret, nameOf(site_id), signingSecret);
  return secret === undefined ? undefined : { ...row, secret };
}

export async function renewPushSecret(
  db: Db,
  site_id: number,
  signingSecret: string,
  created_at: Date,
): Promise<PushSecret> {
  const secret = randomBytes(SECRET_BYTES).toString('hex');
  const stored = encrypt(secret, nameOf(site_id), signingSecret);
  await db.run(sql`
    insert into push_secret (site_id, secret, created_at) values (${site_id}, ${stored}, ${created_at})
    on conflict (site_id) do update set secret = excluded.secret, created_at = excluded.created_at`);
  return { secret, created_at: created_at.toISOString() };
}

/** The signed parts of a request. */
export interface Signed {
  timestamp: string;
  mn: string;
  body: Uint8Array;
}

export function signatureOf(secret: string, { timestamp, mn, body }: Signed): string {
  return createHmac('sha256', secret).update(`${timestamp}\n${mn}\n`).update(body).digest('hex');
}

/** Constant time, whether there is a secret or not, and however much of the signature is right. */
export function isSignedBy(secret: string | undefined, signed: Signed, signature: string): boolean {
  const wanted = Buffer.from(signatureOf(secret ?? '', signed));
  const given = Buffer.from(signature.toLowerCase());
  return given.length === wanted.length && timingSafeEqual(given, wanted) && secret !== undefined;
}
