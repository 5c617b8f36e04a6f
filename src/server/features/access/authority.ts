import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { SUPER_ROLE, type User } from '#server/http/ctx.ts';
import { type DetailName, Fault } from '#shared/faults.ts';

/**
 * Nobody hands out, or lays hands on, more than they have: without this, whoever may edit users could make
 * themselves a stronger account or reset a stronger one's password.
 */
export async function requireCovers(
  db: Db,
  actor: User,
  role_id: number,
  detail: DetailName = 'grants_exceeded',
): Promise<void> {
  if (actor.role_id === SUPER_ROLE) return;
  const exceeded = await db.one(sql`
    select 1 from role r
     where r.role_id = ${role_id}
       and (r.role_id = ${SUPER_ROLE}
            or (r.sees_all_sites and not ${actor.sees_all_sites})
            or exists (select power_id from role_power where role_id = r.role_id
                       except
                       select power_id from role_power where role_id = ${actor.role_id}))`);
  if (exceeded) throw new Fault('no_authority', { detail });
}

/** Powers that an actor may put into a role: those of the actor's own role. */
export async function requireHolds(db: Db, actor: User, power_ids: number[]): Promise<void> {
  if (actor.role_id === SUPER_ROLE) return;
  const exceeded = await db.one(sql`
    select 1 from unnest(${power_ids}::integer[]) as wanted (power_id)
     where not exists (select 1 from role_power rp
                        where rp.role_id = ${actor.role_id} and rp.power_id = wanted.power_id)`);
  if (exceeded) throw new Fault('no_authority', { detail: 'grants_exceeded' });
}
