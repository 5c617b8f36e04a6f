import { sha256 } from '@noble/hashes/sha2.js';
import type { Challenge, Proof } from '#shared/contract/access/sign-in.ts';

/** Milliseconds of work per slice; short enough that typing stays smooth. */
const turnMs = 12;

/** Proof of work that the server demands after several wrong passwords: expensive for guessing, cheap once. */
export async function prove(challenge: Challenge): Promise<Proof> {
  const encoder = new TextEncoder();
  for (let nonce = 0; ; ) {
    const end = performance.now() + turnMs;
    while (performance.now() < end) {
      const hash = sha256(encoder.encode(`${challenge.seed}:${nonce}`));
      if (leadingZeroBits(hash) >= challenge.bits) return { ...challenge, nonce };
      nonce++;
    }
    await new Promise((resolve) => setTimeout(resolve));
  }
}

export function leadingZeroBits(bytes: Uint8Array): number {
  let bits = 0;
  for (const byte of bytes) {
    if (byte !== 0) return bits + Math.clz32(byte) - 24;
    bits += 8;
  }
  return bits;
}
