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
 * Redirects without trapping Back. A typed address, or one reached by Back, is already in the history and would
 * redirect again: it is replaced. A link's target is not in it yet, and replacing would lose the previous page.
 */
export function leadTo(path: string, { request }: LoaderFunctionArgs): Response {
  const isInHistory = new URL(request.url).pathname === window.location.pathname;
  return isInHistory ? replace(path) : redirect(path);
}

/** Without a session, or with an initial password, every route redirects to sign-in and back afterwards. */
export function requireSession(asked: LoaderFunctionArgs): Response | null {
  if (isReady()) return null;
  const { pathname, search } = new URL(asked.request.url);
  return leadTo(loginPath(pathname + search, endedReason()), asked);
}

function isReady(): boolean {
  const info = userInfo();
  return info !== undefined && !info.user.must_change_password;
}

/** Redirects addresses with stray slashes or capitals to the canonical path. */
export function straightenAddress(asked: LoaderFunctionArgs): Response | null {
  const { pathname, search } = new URL(asked.request.url);
  const straight = canonicalPath(pathname);
  return straight === pathname ? null : leadTo(straight + search, asked);
}

/** With a valid session the overtime page redirects to home. */
export function refuseOvertime(asked: LoaderFunctionArgs): Response | null {
  return isReady() ? leadTo('/homepages', asked) : null;
}

/** Signed-in users are redirected from sign-in to home. */
export function refuseRepeatedLogin(asked: LoaderFunctionArgs): Response | null {
  if (!isReady()) return null;
  notify('warning', t('common.repeat_login'), repeatNoticeSeconds);
  return leadTo('/homepages', asked);
}
