import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Challenge, Proof } from '#shared/contract/access/sign-in.ts';

const VALID_MS = 120_000;

/**
 * Proof of work: the browser must find a nonce whose hash starts with `bits` zero bits. A person hardly notices; a
 * program pays for every attempt. `purpose` ties a challenge to one use, so that a solution is valid once.
 */
export function makeChallenge(secret: string, purpose: string, bits: number, now: Date): Challenge {
  const seed = randomBytes(16).toString('base64url');
  const expires = now.getTime() + VALID_MS;
  return { seed, bits, expires, signature: signature(secret, purpose, { seed, bits, expires }) };
}

/** `bits` is the current requirement: a proof with fewer bits is not accepted. */
export function isProof(
  secret: string,
  purpose: string,
  bits: number,
  proof: Proof | undefined,
  now: Date,
): boolean {
  if (!proof || proof.expires < now.getTime() || proof.bits < bits) return false;
  const expected = Buffer.from(signature(secret, purpose, proof));
  const given = Buffer.from(proof.signature);
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) return false;
  const digest = createHash('sha256').update(`${proof.seed}:${proof.nonce}`).digest();
  return Math.clz32(digest.readUInt32BE(0)) >= proof.bits;
}

function signature(secret: string, purpose: string, challenge: Omit<Challenge, 'signature'>): string {
  const { seed, expires, bits } = challenge;
  return createHmac('sha256', secret).update(`${purpose}\n${seed}\n${expires}\n${bits}`).digest('base64url');
}
