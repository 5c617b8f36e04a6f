import type { Ctx, User } from '#server/app.ts';
import type { Db } from '#server/db/pool.ts';
import { identifier, join, type Sql, sql } from '#server/db/sql.ts';
import { scope } from '#server/scope.ts';
import type { Grants } from '#shared/contract/equipment/equipment.ts';
import { Fault } from '#shared/faults.ts';

export type OwnerKind = 'user' | 'group';

const OWNER_ID = { user: 'user_id', group: 'user_group_id' } as const;

/** What can be granted: the list's name in a set of grants, the table, and its key. */
const THINGS = [
  { field: 'site_ids', table: 'site', key: 'site_id' },
  { field: 'region_codes', table: 'region', key: 'region_code' },
  { field: 'project_ids', table: 'project', key: 'project_id' },
] as const satisfies readonly { field: keyof Grants; table: string; key: string }[];

/** `user_site`, `group_region` and so on. */
function links(kind: OwnerKind, table: string): Sql {
  return identifier(`${kind}_${table}`);
}

/** What was granted to each owner, in the requested order. Single sites are listed only to users who may see them. */
export function givenTo(
  { db, user }: Pick<Ctx, 'db' | 'user'>,
  kind: OwnerKind,
  ids: number[],
): Promise<Grants[]> {
  const lists = THINGS.map(({ field, table, key }) => {
    const isSeen = table === 'site' ? scope(user, sql`l.site_id`) : sql`true`;
    return sql`array(select l.${identifier(key)} from ${links(kind, table)} l
                      where l.${identifier(OWNER_ID[kind])} = o.id and ${isSeen} order by 1) as ${identifier(field)}`;
  });
  return db.rows<Grants>(sql`
    select ${join(lists)} from unnest(${ids}::integer[]) with ordinality as o (id, at) order by at`);
}

/** Things that were deleted meanwhile are skipped. */
export async function give(db: Db, kind: OwnerKind, id: number, grants: Grants): Promise<void> {
  const owner = identifier(OWNER_ID[kind]);
  for (const { field, table, key } of THINGS) {
    await db.run(sql`
      insert into ${links(kind, table)} (${owner}, ${identifier(key)})
      select ${id}, ${identifier(key)} from ${identifier(table)} where ${identifier(key)} = any(${grants[field]})
      on conflict do nothing`);
  }
}

export async function take(db: Db, kind: OwnerKind, id: number, grants: Grants): Promise<void> {
  const owner = identifier(OWNER_ID[kind]);
  for (const { field, table, key } of THINGS) {
    await db.run(sql`
      delete from ${links(kind, table)} where ${owner} = ${id} and ${identifier(key)} = any(${grants[field]})`);
  }
}

/** Sites and rules, each as a select of keys. */
interface GrantSelects {
  sites: Sql;
  regions: Sql;
  projects: Sql;
}

/** What users have, directly and through their groups; the sites of rules follow from the rules. */
export function userGrants(user_ids: readonly number[]): GrantSelects {
  const ids = [...user_ids];
  return {
    sites: sql`
      select site_id as id from user_site where user_id = any(${ids})
      union
      select g.site_id from group_site g join user_group_member m using (user_group_id)
       where m.user_id = any(${ids})`,
    regions: sql`select region_code as code from held_region where user_id = any(${ids})`,
    projects: sql`select project_id as id from held_project where user_id = any(${ids})`,
  };
}

/** Everything that was granted to groups, whether the user sees it or not. */
export function groupGrants(user_group_ids: readonly number[]): GrantSelects {
  const ofGroups = sql`user_group_id = any(${[...user_group_ids]})`;
  return {
    sites: sql`select site_id as id from group_site where ${ofGroups}`,
    regions: sql`select region_code as code from group_region where ${ofGroups}`,
    projects: sql`select project_id as id from group_project where ${ofGroups}`,
  };
}

/**
 * Whether the user lacks any of these: a site that they do not see, or a rule that they do not have, because a rule
 * also grants future sites.
 */
export async function lacksGrants(
  db: Db,
  user: Pick<User, 'user_id' | 'sees_all_sites'>,
  { sites, regions, projects }: GrantSelects,
): Promise<boolean> {
  if (user.sees_all_sites) return false;
  const lacked = await db.one(sql`
    select 1 from (${sites}) wanted where not ${scope(user, sql`wanted.id`)}
    union all
    select 1 from (${regions}) wanted
     where not exists (select 1 from held_region h
                        where h.user_id = ${user.user_id}
                          and h.region_code in (code, left(code, 4) || '00', left(code, 2) || '0000'))
    union all
    select 1 from (${projects}) wanted
     where not exists (select 1 from held_project h
                        where h.user_id = ${user.user_id} and h.project_id = wanted.id)
    limit 1`);
  return lacked !== undefined;
}

/** Nobody grants, or takes away, more than they have. */
export async function requireGrantable(
  { db, user }: Pick<Ctx, 'db' | 'user'>,
  { site_ids, region_codes, project_ids }: Grants,
): Promise<void> {
  const lacks = await lacksGrants(db, user, {
    // Sites that were deleted meanwhile are skipped.
    sites: sql`select site_id as id from site where site_id = any(${site_ids})`,
    regions: sql`select code from unnest(${region_codes}::text[]) as r (code)`,
    projects: sql`select id from unnest(${project_ids}::integer[]) as p (id)`,
  });
  if (lacks) throw new Fault('no_authority', { detail: 'grants_exceeded' });
}
