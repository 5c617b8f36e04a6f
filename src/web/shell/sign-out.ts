import { type LoaderFunctionArgs, redirect } from 'react-router';
import { signIn } from '#shared/contract/access/sign-in.ts';
import { send } from '#web/api/client.ts';
import { currentPath, goTo, loginPath } from '#web/api/navigation.ts';
import { signedOut } from '#web/api/session.ts';
import { visited } from './visited.ts';

export const signOutRoute = '/logout';

/** Signing out is a navigation, so that a page with unsaved changes can ask before the session is gone. */
export function signOutPath(): string {
  return `${signOutRoute}?from=${encodeURIComponent(currentPath())}`;
}

/** Ends the session on the server and here. A server that cannot be reached does not keep anyone signed in. */
export async function signOut({ request }: LoaderFunctionArgs): Promise<Response> {
  await send(signIn.out, {}, { shell: true }).catch(() => undefined);
  signedOut();
  visited.closeAll();
  return redirect(loginPath(new URL(request.url).searchParams.get('from') ?? '/'));
}

/** To sign-in, with the way back: the session has ended on the server already. */
export function leave(): void {
  const to = loginPath();
  signedOut();
  goTo(to);
}
