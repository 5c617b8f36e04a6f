import { wholeDetails } from '#shared/faults.ts';
import { t } from '#web/i18n.ts';
import type { CallError } from './call-error.ts';
import { currentPath, goTo, loginPath } from './navigation.ts';
import { signedOut, userInfo } from './session.ts';
import { notify, toastsShown } from './toasts.ts';

/** Spec §9: long enough to read the notice. */
const delayMs = 1000;

let running: { ended: string | undefined } | undefined;

/** Why the session ended, while the browser goes to the sign-in page. */
export function endedReason(): string | undefined {
  return running?.ended;
}

/**
 * Ends a session that the server no longer accepts; once, however many calls notice it. Shows the reason if somebody
 * ended it, and the text of the spec if it expired.
 */
export function expireSession(error?: CallError): void {
  if (running) return;
  const ended = isEnding(error?.detail) ? error?.detail : undefined;
  running = { ended };
  const from = currentPath();
  signedOut();
  if (toastsShown().length === 0) {
    notify('warning', ended ? t.tx(`details.${ended}`) : t('common.token_expired_notice'));
  }
  setTimeout(() => {
    running = undefined;
    // Navigation within that second leads to the sign-in page by itself, through the route guard.
    if (!userInfo() && window.location.pathname !== '/login') goTo(loginPath(from, ended));
  }, delayMs);
}

/** Whether a detail says why a session ended. */
export function isEnding(detail: string | null | undefined): detail is string {
  return !!detail?.startsWith('ended_') && wholeDetails.has(detail);
}
