import { type LoaderFunctionArgs, redirect } from 'react-router';
import { signIn } from '#shared/contract/access/sign-in.ts';
import { send } from '#web/api/client.ts';
import { currentPath, goTo, loginPath } from '#web/api/navigation.ts';
import { signedOut } from '#web/api/session.ts';
import { visited } from './visited.ts';

export const signOutRoute = '/logout';

/** Signing out is a navigation, so that a page with unsaved changes can ask first. */
export function signOutPath(): string {
  return `${signOutRoute}?from=${encodeURIComponent(currentPath())}`;
}

/** Ends the session on the server and here, even if the server is unreachable. */
export async function signOut({ request }: LoaderFunctionArgs): Promise<Response> {
  await send(signIn.out, {}, { shell: true }).catch(() => undefined);
  signedOut();
  visited.closeAll();
  return redirect(loginPath(new URL(request.url).searchParams.get('from') ?? '/'));
}

/** Goes to sign-in with a redirect back; the session has already ended on the server. */
export function leave(): void {
  const to = loginPath();
  signedOut();
  goTo(to);
}
