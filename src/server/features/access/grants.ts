import type { Db } from '#server/db/pool.ts';
import { identifier, join, type Sql, sql } from '#server/db/sql.ts';
import type { Ctx } from '#server/http/ctx.ts';
import { scope } from '#server/scope.ts';
import type { Grants } from '#shared/contract/equipment.ts';
import { Fault } from '#shared/faults.ts';

export type OwnerKind = 'user' | 'group';

const OWNER_ID = { user: 'user_id', group: 'user_group_id' } as const;

/** What can be given: the list's name in a set of grants, the table of such things, and its key. */
const THINGS = [
  { field: 'site_ids', table: 'site', key: 'site_id' },
  { field: 'region_codes', table: 'region', key: 'region_code' },
  { field: 'project_ids', table: 'project', key: 'project_id' },
] as const satisfies readonly { field: keyof Grants; table: string; key: string }[];

/** `user_site`, `group_region` and so on. */
function links(kind: OwnerKind, table: string): Sql {
  return identifier(`${kind}_${table}`);
}

/** What each owner was given, in the order asked. Single sites are named to those who may see them. */
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

/** Things that are gone meanwhile are passed over. */
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

/**
 * Nobody hands out, or takes away, more than they have: sites that they see, and rules that they hold themselves,
 * because a rule also gives sites that nobody knows yet.
 */
export async function requireGrantable(
  { db, user }: Pick<Ctx, 'db' | 'user'>,
  grants: Grants,
): Promise<void> {
  if (user.sees_all_sites) return;
  const exceeded = await db.one(sql`
    select 1 from site s where s.site_id = any(${grants.site_ids}) and not ${scope(user, sql`s.site_id`)}
    union all
    select 1 from unnest(${grants.region_codes}::text[]) as wanted (code)
     where not exists (select 1 from held_region h
                        where h.user_id = ${user.user_id}
                          and h.region_code in (code, left(code, 4) || '00', left(code, 2) || '0000'))
    union all
    select 1 from unnest(${grants.project_ids}::integer[]) as wanted (id)
     where not exists (select 1 from held_project h where h.user_id = ${user.user_id} and h.project_id = id)`);
  if (exceeded) throw new Fault('no_authority', { detail: 'grants_exceeded' });
}
