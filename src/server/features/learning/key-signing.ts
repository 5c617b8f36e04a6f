import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  timingSafeEqual,
  verify,
} from 'node:crypto';
import type { Ctx } from '#server/app.ts';
import { sql } from '#server/db/sql.ts';
import { decrypt, encrypt } from '#server/settings/cipher.ts';
import { type KeyInput, keyBytes, keyText } from '#shared/domain/software-key.ts';
import { Fault } from '#shared/faults.ts';

/** The signed content of a key: see decision 62. */
export interface KeyClaims {
  key_id: number;
  dc: number;
  issued_at: Date;
  duration_days: number;
  digest: Buffer;
}

export type KeyNumbers = Pick<KeyInput, 'dc' | 'ckb' | 'pw1' | 'pw2'>;

const FORMAT = 1;
const PAYLOAD_BYTES = 32;
const SIGNATURE_BYTES = 64;
/** Domain separation: a signature for another purpose is not valid here. */
const CONTEXT = Buffer.from('lanjing software key 1\0');
const SECRET_NAME = 'software_key_pair';

interface Pair {
  public_key: string;
  secret: string;
}

/** This instance's key pair, created on first use; safe with several servers. */
async function keyPair({ db, secrets, now }: Pick<Ctx, 'db' | 'secrets' | 'now'>): Promise<Pair> {
  const read = () => db.one<Pair>(sql`select public_key, secret from software_key_pair`);
  const known = await read();
  if (known) return known;
  const made = generateKeyPairSync('ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  await db.run(sql`
    insert into software_key_pair (public_key, secret, made_at)
    values (${made.publicKey}, ${encrypt(made.privateKey, SECRET_NAME, secrets.signing_secret)}, ${now()})
    on conflict do nothing`);
  const kept = await read();
  if (!kept) throw new Fault('key_failed');
  return kept;
}

export async function publicKey(ctx: Pick<Ctx, 'db' | 'secrets' | 'now'>): Promise<string> {
  return (await keyPair(ctx)).public_key;
}

/** A hash that binds the numbers without revealing them; the key ID is the salt. */
export function digestOf(key_id: number, { dc, ckb, pw1, pw2 }: KeyNumbers): Buffer {
  const text = ['lanjing software key', key_id, dc, ckb, pw1, pw2].join('\n');
  return createHash('sha256').update(text).digest().subarray(0, 16);
}

export async function signKey(
  ctx: Pick<Ctx, 'db' | 'secrets' | 'now'>,
  { key_id, dc, issued_at, duration_days, digest }: KeyClaims,
): Promise<string> {
  const { secret } = await keyPair(ctx);
  const pem = decrypt(secret, SECRET_NAME, ctx.secrets.signing_secret);
  // The private key was encrypted with the secret of another data folder, so it cannot be used.
  if (pem === undefined) throw new Fault('key_failed', { detail: 'key_pair_closed' });
  const payload = Buffer.alloc(PAYLOAD_BYTES);
  payload.writeUInt8(FORMAT, 0);
  payload.writeUInt32BE(key_id, 1);
  payload.writeUIntBE(dc, 5, 5);
  payload.writeUInt32BE(Math.floor(issued_at.getTime() / 1000), 10);
  payload.writeUInt16BE(duration_days, 14);
  digest.copy(payload, 16);
  const signature = sign(null, Buffer.concat([CONTEXT, payload]), createPrivateKey(pem));
  return keyText(Buffer.concat([payload, signature]));
}

/** The claims of a key; undefined unless this instance signed it. */
export function openKey(text: string, public_key: string): KeyClaims | undefined {
  const bytes = keyBytes(text);
  if (bytes?.length !== PAYLOAD_BYTES + SIGNATURE_BYTES) return undefined;
  const payload = Buffer.from(bytes.subarray(0, PAYLOAD_BYTES));
  const signature = bytes.subarray(PAYLOAD_BYTES);
  const isOurs = verify(null, Buffer.concat([CONTEXT, payload]), createPublicKey(public_key), signature);
  if (!isOurs || payload.readUInt8(0) !== FORMAT) return undefined;
  return {
    key_id: payload.readUInt32BE(1),
    dc: payload.readUIntBE(5, 5),
    issued_at: new Date(payload.readUInt32BE(10) * 1000),
    duration_days: payload.readUInt16BE(14),
    digest: payload.subarray(16),
  };
}

export function madeFor({ key_id, digest }: KeyClaims, numbers: KeyNumbers): boolean {
  return timingSafeEqual(digest, digestOf(key_id, numbers));
}
