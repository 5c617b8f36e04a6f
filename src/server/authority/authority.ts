import type { User } from '#server/app.ts';
import type { Db } from '#server/db/pool.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { SUPER_ROLE } from '#shared/domain/may.ts';
import { Fault } from '#shared/faults.ts';
import { groupGrants, lacksGrants, userGrants } from './grants.ts';

export type Actor = Pick<User, 'user_id' | 'role_id' | 'sees_all_sites'>;

interface Acting {
  db: Db;
  user: Actor;
}

/** Whether the role `r` has a power, or access to all sites, that the actor does not have. */
function roleExceeds(actor: Actor): Sql {
  return sql`(r.role_id = ${SUPER_ROLE}
              or (r.sees_all_sites and not ${actor.sees_all_sites})
              or exists (select power_id from role_power where role_id = r.role_id
                         except
                         select power_id from role_power where role_id = ${actor.role_id}))`;
}

/**
 * Whether the actor covers every one of these users: has all of their powers and sees all of their sites. Everyone
 * covers themselves, and super administrators cover everyone.
 */
export async function covers(db: Db, actor: Actor, user_ids: readonly number[]): Promise<boolean> {
  const others = user_ids.filter((user_id) => user_id !== actor.user_id);
  if (actor.role_id === SUPER_ROLE || others.length === 0) return true;
  const exceeded = await db.one(sql`
    select 1 from user_account u join role r using (role_id)
     where u.user_id = any(${others}) and ${roleExceeds(actor)} limit 1`);
  return !exceeded && !(await lacksGrants(db, actor, userGrants(others)));
}

/** Required by every call in which one person acts on others. */
export async function requireCovers({ db, user }: Acting, user_ids: readonly number[]): Promise<void> {
  if (!(await covers(db, user, user_ids))) throw new Fault('no_authority', { detail: 'account_above' });
}

/** Required for settings that apply to every account. */
export async function coversEveryone(db: Db, actor: Actor): Promise<boolean> {
  return covers(db, actor, await idsOf(db, sql`select user_id from user_account`));
}

/** Changing a group requires rights over its members and its sites, because it affects each of them. */
export async function requireCoversGroups(acting: Acting, user_group_ids: readonly number[]): Promise<void> {
  await requireGroupGrants(acting, user_group_ids);
  await requireCovers(acting, await idsOf(acting.db, membersOf(user_group_ids)));
}

/** Members see the sites of their group, so adding members grants these sites. */
export async function requireGroupGrants(
  { db, user }: Acting,
  user_group_ids: readonly number[],
): Promise<void> {
  if (await lacksGrants(db, user, groupGrants(user_group_ids)))
    throw new Fault('no_authority', { detail: 'grants_exceeded' });
}

/** A change of a theme affects everyone who uses it, directly or through a group. */
export async function requireCoversWearers(acting: Acting, theme_ids: readonly number[]): Promise<void> {
  const wearers = sql`
    select user_id from theme_user where theme_id = any(${[...theme_ids]})
    union
    select m.user_id from user_group g join user_group_member m using (user_group_id)
     where g.theme_id = any(${[...theme_ids]})`;
  await requireCovers(acting, await idsOf(acting.db, wearers));
}

/** Assigning or changing a role requires everything that the role contains. */
export async function requireCoversRole({ db, user }: Acting, role_id: number): Promise<void> {
  if (user.role_id === SUPER_ROLE) return;
  const exceeded = await db.one(sql`
    select 1 from role r where r.role_id = ${role_id} and ${roleExceeds(user)}`);
  if (exceeded) throw new Fault('no_authority', { detail: 'grants_exceeded' });
}

/** A change of a role also affects everyone who has it. */
export async function requireCoversHolders(acting: Acting, role_id: number): Promise<void> {
  await requireCoversRole(acting, role_id);
  await requireCovers(
    acting,
    await idsOf(acting.db, sql`select user_id from user_account where role_id = ${role_id}`),
  );
}

/** An actor may put only powers of the actor's own role into a role. */
export async function requireHolds({ db, user }: Acting, power_ids: number[]): Promise<void> {
  if (user.role_id === SUPER_ROLE) return;
  const exceeded = await db.one(sql`
    select 1 from unnest(${power_ids}::integer[]) as wanted (power_id)
     where not exists (select 1 from role_power rp
                        where rp.role_id = ${user.role_id} and rp.power_id = wanted.power_id)`);
  if (exceeded) throw new Fault('no_authority', { detail: 'grants_exceeded' });
}

function membersOf(user_group_ids: readonly number[]): Sql {
  return sql`select user_id from user_group_member where user_group_id = any(${[...user_group_ids]})`;
}

async function idsOf(db: Db, users: Sql): Promise<number[]> {
  return (await db.rows<{ user_id: number }>(users)).map(({ user_id }) => user_id);
}
