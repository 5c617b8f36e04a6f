import type { RequestOrigin, User } from '#server/app.ts';
import type { Actor } from '#server/db/pool.ts';

/** The actor as the audit log names it. */
export function actorOf(
  origin: RequestOrigin,
  user?: Pick<User, 'user_id' | 'account' | 'real_name'>,
): Actor {
  const { ip, imei, call, request_id } = origin;
  return {
    ip,
    imei,
    call,
    request_id,
    user_id: user?.user_id,
    account: user?.account,
    real_name: user?.real_name,
  };
}
