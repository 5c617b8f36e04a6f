import { signIn } from '#shared/contract/sign-in.ts';
import { send } from '#web/api/client.ts';
import { goTo, loginPath } from '#web/api/navigation.ts';
import { signedOut } from '#web/api/session.ts';
import { visited } from './visited.ts';

/** Ends the session on the server and here. A server that cannot be reached does not keep anyone signed in. */
export async function signOut(): Promise<void> {
  await send(signIn.out, {}, { shell: true }).catch(() => undefined);
  leave();
  visited.closeAll();
}

/** To sign-in, with the way back: the session has ended on the server already. */
export function leave(): void {
  const to = loginPath();
  signedOut();
  goTo(to);
}
