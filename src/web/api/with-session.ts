import type { Needs } from '#shared/contract/define.ts';
import { faultInfo } from '#shared/faults.ts';
import type { CallError } from './call-error.ts';
import { expireSession } from './expiry.ts';
import { freshToken, refreshUnderWay } from './refresh.ts';
import { sameSession, userInfo } from './session.ts';
import { judge, type Reply } from './wire.ts';

/** A token may expire again between refresh and replay; more replays mean a wrong clock. */
const mostReplays = 2;

/**
 * Runs one exchange under the session's rules: an expired token is renewed and the exchange replayed as it was,
 * a refused one ends the session.
 */
export async function withSession(
  needs: Needs,
  exchange: (token: string | undefined) => Promise<Reply>,
): Promise<unknown> {
  for (let replays = 0; ; replays++) {
    if (needs !== 'public') await refreshUnderWay();
    const token = userInfo()?.access_token;
    const outcome = judge(await exchange(token));
    if ('data' in outcome) return outcome.data;
    const next = nextOf(outcome.error);
    if (needs === 'public' || !next) throw outcome.error;
    if (next === 'refresh' && replays < mostReplays) {
      await freshToken(token);
      continue;
    }
    if (isOfThisSession(token)) expireSession(outcome.error);
    throw outcome.error;
  }
}

function nextOf(error: CallError): 'refresh' | 'sign-in' | undefined {
  return error.fault && faultInfo(error.fault).then;
}

/** A late refusal for a session that has ended or been replaced must not end the current one. */
function isOfThisSession(token: string | undefined): boolean {
  const now = userInfo()?.access_token;
  if (!token) return true;
  return now !== undefined && (now === token || sameSession(now, token));
}
