import type { Challenge, Proof } from '#shared/contract/access/sign-in.ts';
import { CallError } from '#web/api/call-error.ts';

/** Challenge attached to a refusal, if any. */
export function challengeOf(error: unknown): Challenge | undefined {
  if (!(error instanceof CallError)) return undefined;
  const { data } = error;
  return typeof data === 'object' && data !== null && 'seed' in data ? (data as Challenge) : undefined;
}

/** Loaded on demand: most users never need it. */
export async function prove(challenge: Challenge): Promise<Proof> {
  const work = await import('./proof.ts');
  return work.prove(challenge);
}

/** Sends; if the server demands a proof of work, computes it and sends again. */
export async function withProof<Answer>(send: (proof?: Proof) => Promise<Answer>): Promise<Answer> {
  try {
    return await send();
  } catch (error) {
    const challenge = challengeOf(error);
    if (!challenge) throw error;
    return send(await prove(challenge));
  }
}
