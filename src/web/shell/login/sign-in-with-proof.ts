import { type Challenge, type Proof, signIn } from '#shared/contract/sign-in.ts';
import { CallError } from '#web/api/call-error.ts';
import { send } from '#web/api/client.ts';
import type { UserInfo } from '#web/api/session.ts';

interface Credentials {
  account: string;
  password: string;
}

/**
 * Signs in, and does the work that the server asks for after several wrong passwords. A refusal may bring the
 * challenge of the next try: it is worked on while the user types again.
 */
export class ProvingSignIn {
  private next: { account: string; proof: Promise<Proof> } | undefined;

  async run(credentials: Credentials, onVerifying: (on: boolean) => void): Promise<UserInfo> {
    try {
      return await this.attempt(credentials, onVerifying);
    } catch (error) {
      if (!(error instanceof CallError) || error.fault !== 'code_required' || !this.next) throw error;
      return await this.attempt(credentials, onVerifying);
    } finally {
      onVerifying(false);
    }
  }

  private async attempt(credentials: Credentials, onVerifying: (on: boolean) => void): Promise<UserInfo> {
    const { next } = this;
    this.next = undefined;
    onVerifying(next !== undefined);
    try {
      const proof = next?.account === credentials.account ? await next.proof : undefined;
      return await send(signIn.login, { ...credentials, proof });
    } catch (error) {
      const challenge = challengeOf(error);
      if (challenge) this.next = { account: credentials.account, proof: prove(challenge) };
      throw error;
    }
  }
}

/** The work is a chunk of its own: most people never need it. */
async function prove(challenge: Challenge): Promise<Proof> {
  const work = await import('./proof.ts');
  return work.prove(challenge);
}

function challengeOf(error: unknown): Challenge | undefined {
  if (!(error instanceof CallError)) return undefined;
  const { data } = error;
  return typeof data === 'object' && data !== null && 'seed' in data ? (data as Challenge) : undefined;
}
