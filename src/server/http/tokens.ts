import type { webcrypto } from 'node:crypto';
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import * as z from 'zod';
import { Fault } from '#shared/faults.ts';

/** The payload of the access token as the spec defines it, plus its session. */
const accessPayload = z.object({
  type: z.literal('access'),
  uid: z.int(),
  role_id: z.int(),
  sid: z.uuid(),
});
const refreshPayload = z.object({ type: z.literal('refresh'), uid: z.int(), sid: z.uuid(), jti: z.uuid() });
const payloads = { access: accessPayload, refresh: refreshPayload };

export type AccessPayload = z.output<typeof accessPayload>;
export type RefreshPayload = z.output<typeof refreshPayload>;

const keys = new Map<string, webcrypto.CryptoKey>();

// Cached: every call reads a token, and making the key takes longer than using it.
async function keyOf(secret: string): Promise<webcrypto.CryptoKey> {
  const known = keys.get(secret);
  if (known) return known;
  const bytes = new TextEncoder().encode(secret);
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const made = await crypto.subtle.importKey('raw', bytes, hmac, false, ['sign', 'verify']);
  keys.set(secret, made);
  return made;
}

const inSeconds = (date: Date) => Math.floor(date.getTime() / 1000);

export async function signToken(
  payload: AccessPayload | RefreshPayload,
  secret: string,
  now: Date,
  seconds: number,
): Promise<string> {
  return new SignJWT({ ...payload })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt(inSeconds(now))
    .setExpirationTime(inSeconds(now) + seconds)
    .sign(await keyOf(secret));
}

/**
 * Each way in which a token can be invalid has its own code (answers.md): 1 expired, 2 invalid, 3 signature, 4 type.
 */
export async function readToken<Type extends 'access' | 'refresh'>(
  token: string,
  type: Type,
  secret: string,
  now: Date,
): Promise<z.output<(typeof payloads)[Type]>> {
  const claims = await claimsOf(token, secret, now);
  if (claims.type !== type) throw new Fault('token_type');
  const payload = payloads[type].safeParse(claims);
  if (!payload.success) throw new Fault('token_invalid');
  return payload.data as z.output<(typeof payloads)[Type]>;
}

/** Cache of verified tokens, oldest first: verification takes a third of a short call. */
const verified = new Map<string, JWTPayload>();
const MOST_VERIFIED = 10_000;

async function claimsOf(token: string, secret: string, now: Date): Promise<JWTPayload> {
  const key = `${secret} ${token}`;
  const known = verified.get(key);
  if (known?.exp !== undefined && known.exp > inSeconds(now)) return known;
  verified.delete(key);
  const { payload } = await jwtVerify(token, await keyOf(secret), {
    algorithms: ['HS256'],
    currentDate: now,
  }).catch((error) => {
    if (error instanceof errors.JWTExpired) throw new Fault('token_expired');
    if (error instanceof errors.JWSSignatureVerificationFailed) throw new Fault('token_signature');
    throw new Fault('token_invalid');
  });
  const [oldest] = verified.keys();
  if (oldest !== undefined && verified.size >= MOST_VERIFIED) verified.delete(oldest);
  verified.set(key, payload);
  return payload;
}
