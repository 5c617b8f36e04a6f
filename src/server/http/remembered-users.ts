import type { IncomingHttpHeaders } from 'node:http';
import type { App, RequestOrigin, User } from '#server/app.ts';
import { MINUTE_MS } from '#shared/domain/time-units.ts';
import { readToken } from './tokens.ts';

/** Long enough to look into what is wrong; nobody can be shut out while the database is away. */
const REMEMBERED_MS = 15 * MINUTE_MS;
const MOST = 1000;

interface Remembered {
  user: User;
  imei: string;
  at: number;
}

/**
 * Users as the database last knew them, by session. Only for calls that tell how the platform is while the database
 * cannot be asked: whatever else permits or refuses asks the database.
 */
export class RememberedUsers {
  private readonly sessions = new Map<string, Remembered>();

  keep(user: User, { imei }: RequestOrigin, now: Date): void {
    // The one that was heard of last is the last one.
    this.sessions.delete(user.session_id);
    this.sessions.set(user.session_id, { user, imei, at: now.getTime() });
    const [oldest] = this.sessions.keys();
    if (this.sessions.size > MOST && oldest !== undefined) this.sessions.delete(oldest);
  }

  /** The token is checked as always; rejects if it is not in order. */
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
