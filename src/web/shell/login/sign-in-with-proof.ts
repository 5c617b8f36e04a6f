import { type Proof, signIn } from '#shared/contract/access/sign-in.ts';
import { CallError } from '#web/api/call-error.ts';
import { send } from '#web/api/client.ts';
import { deviceToken, keepDeviceToken } from '#web/api/device.ts';
import type { UserInfo } from '#web/api/session.ts';
import { challengeOf, prove } from './proving.ts';

interface Credentials {
  account: string;
  password: string;
}

/**
 * Signs in, with a proof of work if the server demands it after several wrong passwords. A refusal may carry the
 * challenge for the next attempt, which is computed while the user types again.
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
      const asked = { ...credentials, proof, device_token: deviceToken() };
      const { device_token, ...info } = await send(signIn.login, asked);
      keepDeviceToken(device_token);
      return info;
    } catch (error) {
      const challenge = challengeOf(error);
      if (challenge) this.next = { account: credentials.account, proof: prove(challenge) };
      throw error;
    }
  }
}
