import { type LoaderFunctionArgs, redirect, replace } from 'react-router';
import { canonicalPath } from '#shared/menu.ts';
import { endedReason } from '#web/api/expiry.ts';
import { loginPath } from '#web/api/navigation.ts';
import { userInfo } from '#web/api/session.ts';
import { notify } from '#web/api/toasts.ts';
import { t } from '#web/i18n.ts';

/** Spec §9. */
const repeatNoticeSeconds = 2;

/**
 * Leads elsewhere without a trap on the way back. A typed address, or one gone back to, is in the history already
 * and would lead here again: it is replaced. A link's is not there yet, and replacing would lose the page before.
 */
export function leadTo(path: string, { request }: LoaderFunctionArgs): Response {
  const isInHistory = new URL(request.url).pathname === window.location.pathname;
  return isInHistory ? replace(path) : redirect(path);
}

/** Without a session every route leads to sign-in, and from there back; with a first password too, to change it. */
export function requireSession(asked: LoaderFunctionArgs): Response | null {
  if (isReady()) return null;
  const { pathname, search } = new URL(asked.request.url);
  return leadTo(loginPath(pathname + search, endedReason()), asked);
}

function isReady(): boolean {
  const info = userInfo();
  return info !== undefined && !info.user.must_change_password;
}

/** A stray slash or capital in an address leads to the screen that is meant, under its one name. */
export function straightenAddress(asked: LoaderFunctionArgs): Response | null {
  const { pathname, search } = new URL(asked.request.url);
  const straight = canonicalPath(pathname);
  return straight === pathname ? null : leadTo(straight + search, asked);
}

/** Whose session is alive has not timed out. */
export function refuseOvertime(asked: LoaderFunctionArgs): Response | null {
  return isReady() ? leadTo('/homepages', asked) : null;
}

/** Who is signed in has no business at sign-in. */
export function refuseRepeatedLogin(asked: LoaderFunctionArgs): Response | null {
  if (!isReady()) return null;
  notify('warning', t('common.repeat_login'), repeatNoticeSeconds);
  return leadTo('/homepages', asked);
}
