import { type Sql, sql } from '#server/db/sql.ts';
import type { User } from '#server/http/ctx.ts';

/**
 * The one way to limit rows to the sites that a user may see:
 *   sql`select … from reading r where ${scope(user, sql`r.site_id`)}`
 */
export function scope(user: Pick<User, 'user_id' | 'sees_all_sites'>, siteId: Sql): Sql {
  if (user.sees_all_sites) return sql`true`;
  return sql`${siteId} in (select site_id from visible_site where user_id = ${user.user_id})`;
}
