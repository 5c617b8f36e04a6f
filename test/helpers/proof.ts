import { createHash } from 'node:crypto';
import type { Challenge, Proof } from '#shared/contract/access/sign-in.ts';

/** Solves the server's proof of work like a browser. */
export function solve({ seed, bits, expires, signature }: Challenge): Proof {
  for (let nonce = 0; ; nonce++) {
    const digest = createHash('sha256').update(`${seed}:${nonce}`).digest();
    if (Math.clz32(digest.readUInt32BE(0)) >= bits) return { seed, bits, expires, signature, nonce };
  }
}
