import { type LoaderFunctionArgs, redirect } from 'react-router';
import { canonicalPath } from '#shared/menu.ts';
import { loginPath } from '#web/api/navigation.ts';
import { notify } from '#web/api/notices.ts';
import { userInfo } from '#web/api/session.ts';
import { t } from '#web/i18n.ts';

/** Spec §9. */
const repeatNoticeSeconds = 2;

/** Without a session every route leads to sign-in, and from there back. */
export function requireSession({ request }: LoaderFunctionArgs): Response | null {
  if (userInfo()) return null;
  const { pathname, search } = new URL(request.url);
  return redirect(loginPath(pathname + search));
}

/** A stray slash or capital in an address leads to the screen that is meant, under its one name. */
export function straightenAddress({ request }: LoaderFunctionArgs): Response | null {
  const { pathname, search } = new URL(request.url);
  const straight = canonicalPath(pathname);
  return straight === pathname ? null : redirect(straight + search);
}

/** Whose session is alive has not timed out. */
export function refuseOvertime(): Response | null {
  return userInfo() ? redirect('/homepages') : null;
}

/** Who is signed in has no business at sign-in. */
export function refuseRepeatedLogin(): Response | null {
  if (!userInfo()) return null;
  notify('warning', t('common.repeat_login'), repeatNoticeSeconds);
  return redirect('/homepages');
}
