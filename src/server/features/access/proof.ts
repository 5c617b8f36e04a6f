import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Challenge, Proof } from '#shared/contract/sign-in.ts';

/**
 * Proof of work: the browser must find a nonce whose hash starts with `bits` zero bits before another password is
 * looked at. A person does not notice it; a machine that guesses pays for every guess.
 */
const BITS = 15;
const VALID_MS = 120_000;

/** `purpose` ties a challenge to one try of one account, so that a solved one is good once. */
export function makeChallenge(secret: string, purpose: string, now: Date): Challenge {
  const seed = randomBytes(16).toString('base64url');
  const expires = now.getTime() + VALID_MS;
  return { seed, bits: BITS, expires, signature: signature(secret, purpose, seed, expires) };
}

export function isProof(secret: string, purpose: string, proof: Proof | undefined, now: Date): boolean {
  if (!proof || proof.expires < now.getTime()) return false;
  const expected = Buffer.from(signature(secret, purpose, proof.seed, proof.expires));
  const given = Buffer.from(proof.signature);
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) return false;
  const digest = createHash('sha256').update(`${proof.seed}:${proof.nonce}`).digest();
  return digest.readUInt32BE(0) >>> (32 - BITS) === 0;
}

function signature(secret: string, purpose: string, seed: string, expires: number): string {
  return createHmac('sha256', secret).update(`${purpose}\n${seed}\n${expires}\n${BITS}`).digest('base64url');
}
