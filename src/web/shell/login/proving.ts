import type { Challenge, Proof } from '#shared/contract/access/sign-in.ts';
import { CallError } from '#web/api/call-error.ts';

/** The challenge that a refusal brings along, if any. */
export function challengeOf(error: unknown): Challenge | undefined {
  if (!(error instanceof CallError)) return undefined;
  const { data } = error;
  return typeof data === 'object' && data !== null && 'seed' in data ? (data as Challenge) : undefined;
}

/** The work is a chunk of its own: most people never need it. */
export async function prove(challenge: Challenge): Promise<Proof> {
  const work = await import('./proof.ts');
  return work.prove(challenge);
}

/** Sends; where the server asks for a proof of work, does it and sends once more. */
export async function withProof<Answer>(send: (proof?: Proof) => Promise<Answer>): Promise<Answer> {
  try {
    return await send();
  } catch (error) {
    const challenge = challengeOf(error);
    if (!challenge) throw error;
    return send(await prove(challenge));
  }
}
