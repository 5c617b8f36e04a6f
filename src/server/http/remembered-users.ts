import type { IncomingHttpHeaders } from 'node:http';
import type { App, RequestOrigin, User } from '#server/app.ts';
import { MINUTE_MS } from '#shared/domain/time-units.ts';
import { readToken } from './tokens.ts';

/** Long enough to find out what is wrong; accounts cannot be disabled while the database is unavailable. */
const REMEMBERED_MS = 15 * MINUTE_MS;
const MOST = 1000;

interface Remembered {
  user: User;
  imei: string;
  at: number;
}

/**
 * Users by session as the database last had them. Only for status calls while the database is unavailable: everything
 * else that permits or refuses asks the database.
 */
export class RememberedUsers {
  private readonly sessions = new Map<string, Remembered>();

  keep(user: User, { imei }: RequestOrigin, now: Date): void {
    // Re-inserting moves it to the end: map order is order of use.
    this.sessions.delete(user.session_id);
    this.sessions.set(user.session_id, { user, imei, at: now.getTime() });
    const [oldest] = this.sessions.keys();
    if (this.sessions.size > MOST && oldest !== undefined) this.sessions.delete(oldest);
  }

  /** Checks the token as always; rejects if it is invalid. */
  async find(
    { secrets, now }: App,
    { access_token }: IncomingHttpHeaders,
    origin: RequestOrigin,
  ): Promise<User | undefined> {
    const { uid, sid } = await readToken(String(access_token ?? ''), 'access', secrets.token_secret, now());
    const found = this.sessions.get(sid);
    if (!found || found.user.user_id !== uid || found.imei !== origin.imei) return undefined;
    return now().getTime() - found.at <= REMEMBERED_MS ? found.user : undefined;
  }
}
