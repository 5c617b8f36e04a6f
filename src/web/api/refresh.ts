import { signIn } from '#shared/contract/access/sign-in.ts';
import { CallError } from './call-error.ts';
import { expireSession } from './expiry.ts';
import { renewed, type UserInfo, userInfo } from './session.ts';
import { judge, post } from './wire.ts';

let running: Promise<void> | undefined;

/** Resolves at once unless a refresh is running: a call started now would only be rejected. */
export async function refreshUnderWay(): Promise<void> {
  await running;
}

/** Resolves when the session has a token other than `stale`. All callers share one refresh. */
export async function freshToken(stale: string | undefined): Promise<void> {
  const now = userInfo()?.access_token;
  if (now !== undefined && now !== stale) return;
  running ??= refresh().finally(() => {
    running = undefined;
  });
  await running;
}

async function refresh(): Promise<void> {
  const before = userInfo();
  if (!before) throw new CallError('cancelled', 'signed out');
  // Without the page's signal: leaving a page must not end the session.
  const outcome = judge(await post(signIn.refresh.path, { refresh_token: before.refresh_token }, undefined));
  if ('error' in outcome) {
    // Only a refusal ends the session; a restarting server or an unplugged cable does not.
    if (outcome.error.kind === 'refused') expireSession(outcome.error);
    throw outcome.error;
  }
  if (userInfo()?.refresh_token === before.refresh_token) renewed(outcome.data as Partial<UserInfo>);
}
