import { t } from '#web/i18n.ts';
import { currentPath, goTo, loginPath } from './navigation.ts';
import { noticesShown, notify } from './notices.ts';
import { signedOut, userInfo } from './session.ts';

/** Spec §9: long enough to read the notice. */
const delayMs = 1000;

let running = false;

/** Ends a session that the server no longer honours. However many calls notice it, it happens once. */
export function expireSession(): void {
  if (running) return;
  running = true;
  const from = currentPath();
  signedOut();
  if (noticesShown().length === 0) notify('warning', t('common.token_expired_notice'));
  setTimeout(() => {
    running = false;
    // Moving on in that second leads to sign-in by itself, through the route guard.
    if (!userInfo() && window.location.pathname !== '/login') goTo(loginPath(from));
  }, delayMs);
}
