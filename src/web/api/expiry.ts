import { wholeDetails } from '#shared/faults.ts';
import { t } from '#web/i18n.ts';
import type { CallError } from './call-error.ts';
import { currentPath, goTo, loginPath } from './navigation.ts';
import { onSession, signedOut, userInfo } from './session.ts';
import { notify, toastsShown } from './toasts.ts';

/** Spec §9: long enough to read the notice. */
const delayMs = 1000;

let running = false;

/** Kept for the tab until the next sign-in, so that a reload or a typed address shows the reason too. */
const endedKey = 'session_ended';
onSession(() => {
  if (userInfo()) sessionStorage.removeItem(endedKey);
});

/** Why the last session of this tab ended, if somebody ended it. */
export function endedReason(): string | undefined {
  const ended = sessionStorage.getItem(endedKey);
  return isEnding(ended) ? ended : undefined;
}

/**
 * Ends a session that the server no longer accepts; once, however many calls notice it. Shows the reason if somebody
 * ended it, and the text of the spec if it expired.
 */
export function expireSession(error?: CallError): void {
  if (running) return;
  const ended = isEnding(error?.detail) ? error?.detail : undefined;
  running = true;
  const from = currentPath();
  signedOut();
  if (ended) sessionStorage.setItem(endedKey, ended);
  else sessionStorage.removeItem(endedKey);
  if (toastsShown().length === 0) {
    notify('warning', ended ? t.tx(`details.${ended}`) : t('common.token_expired_notice'));
  }
  setTimeout(() => {
    running = false;
    // Navigation within that second leads to the sign-in page by itself, through the route guard.
    if (!userInfo() && window.location.pathname !== '/login') goTo(loginPath(from, ended));
  }, delayMs);
}

/** Whether a detail says why a session ended. */
export function isEnding(detail: string | null | undefined): detail is string {
  return !!detail?.startsWith('ended_') && wholeDetails.has(detail);
}
