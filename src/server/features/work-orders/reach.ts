import type { Ctx, User } from '#server/app.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { scope } from '#server/scope.ts';
import { may } from '#shared/domain/may.ts';
import type { OrderAct } from '#shared/domain/order-steps.ts';
import { Fault } from '#shared/faults.ts';

/** Orders without a site are visible to everyone who may read orders; others to users who see the site. */
export function orderScope(user: User, siteId: Sql): Sql {
  return user.sees_all_sites ? sql`true` : sql`(${siteId} is null or ${scope(user, siteId)})`;
}

export function isManager(user: User): boolean {
  return may(user, 'order.manage');
}

const memberOf = ({ user_id }: User) => sql`exists (
  select from user_group_member m where m.user_group_id = o.user_group_id and m.user_id = ${user_id})`;

/** A condition on order `o` for who may take a step. Managers may take every step except checks. */
export function mayStep(user: User, act: OrderAct | 'edit' | 'assign'): Sql {
  if (act === 'check_pass' || act === 'check_fail') return may(user, 'order.check') ? sql`true` : sql`false`;
  if (isManager(user)) return sql`true`;
  switch (act) {
    case 'accept':
      // The assignee; for a group order any member; for an unassigned one anybody.
      return sql`coalesce(o.assignee_id = ${user.user_id}, o.user_group_id is null or ${memberOf(user)})`;
    case 'start':
    case 'hold':
    case 'do':
      return sql`o.assignee_id is not distinct from ${user.user_id}`;
    default:
      return sql`o.made_by is not distinct from ${user.user_id}`;
  }
}

/** Fails unless the order exists and the user sees it. */
export async function requireSeen({ db, user }: Pick<Ctx, 'db' | 'user'>, order_id: number): Promise<void> {
  const found = await db.one<{ seen: boolean }>(sql`
    select ${orderScope(user, sql`o.site_id`)} as seen from work_order o where o.order_id = ${order_id}`);
  if (!found) throw new Fault('no_data');
  if (!found.seen) throw new Fault('no_authority');
}
