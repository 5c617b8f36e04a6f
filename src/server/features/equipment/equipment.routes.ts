import type { Ctx } from '#server/app.ts';
import { requireCovers, requireCoversGroups } from '#server/authority/authority.ts';
import { give, givenTo, type OwnerKind, requireGrantable, take } from '#server/authority/grants.ts';
import type { Db } from '#server/db/pool.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { handlers } from '#server/http/handlers.ts';
import { scope } from '#server/scope.ts';
import { equipment, type Grants } from '#shared/contract/equipment/equipment.ts';
import { SUPER_ROLE } from '#shared/domain/may.ts';
import { Fault } from '#shared/faults.ts';

interface Owner {
  kind: OwnerKind;
  id: number;
  sees_all_sites: boolean;
}

interface NamedOwner {
  user_id?: number;
  user_group_id?: number;
}

/** Serializes changes to the same owner. */
const LOCKED = sql`for no key update of t`;

const NOTHING: Grants = { site_ids: [], region_codes: [], project_ids: [] };

export const equipmentRoutes = handlers(equipment, {
  data: async (ctx, named) => {
    const owner = await ownerOf(ctx.db, named);
    const [given = NOTHING] = await givenTo(ctx, owner.kind, [owner.id]);
    const groups = owner.kind === 'user' ? await groupsOf(ctx.db, owner.id) : [];
    const inherited = await givenTo(
      ctx,
      'group',
      groups.map(({ user_group_id }) => user_group_id),
    );
    const data_info = await ctx.db.rows<{ site_id: number; mn: string; site_name: string }>(sql`
      select s.site_id, s.mn, s.site_name from site s where ${isSeenBy(ctx, owner)}
       order by s.site_name collate "zh-x-icu", s.site_id`);
    return {
      data_info,
      total: data_info.length,
      sees_all_sites: owner.sees_all_sites,
      given,
      groups: groups.map((group, at) => ({ ...group, given: inherited[at] ?? NOTHING })),
    };
  },

  add: async (ctx, { user_id, user_group_id, remove = NOTHING, ...given }) => {
    const owner = await ownerOf(ctx.db, { user_id, user_group_id }, LOCKED);
    if (owner.kind === 'user') await requireCovers(ctx, [owner.id]);
    else await requireCoversGroups(ctx, [owner.id]);
    await requireGrantable(ctx, given);
    await requireGrantable(ctx, remove);
    await take(ctx.db, owner.kind, owner.id, remove);
    await give(ctx.db, owner.kind, owner.id, given);
    const row = await ctx.db.one<{ total: number }>(
      sql`select count(*) as total from site s where ${isSeenBy(ctx, owner)}`,
    );
    return { total: row?.total ?? 0 };
  },
});

async function ownerOf(db: Db, { user_id, user_group_id }: NamedOwner, lock = sql``): Promise<Owner> {
  const owner = await db.one<Owner>(
    user_group_id === undefined
      ? sql`select 'user' as kind, t.user_id as id, r.sees_all_sites or t.role_id = ${SUPER_ROLE} as sees_all_sites
              from user_account t join role r using (role_id) where t.user_id = ${user_id} ${lock}`
      : sql`select 'group' as kind, t.user_group_id as id, false as sees_all_sites
              from user_group t where t.user_group_id = ${user_group_id} ${lock}`,
  );
  if (!owner) throw new Fault('no_data');
  return owner;
}

function groupsOf(db: Db, user_id: number) {
  return db.rows<{ user_group_id: number; user_group_name: string }>(sql`
    select g.user_group_id, g.user_group_name from user_group g join user_group_member m using (user_group_id)
     where m.user_id = ${user_id} order by g.user_group_name collate "zh-x-icu"`);
}

/** Restricts sites `s` to those that both the owner and the requesting user see. */
function isSeenBy({ user }: Ctx, { kind, id, sees_all_sites }: Owner): Sql {
  const asked = scope(user, sql`s.site_id`);
  if (kind === 'user') return sql`${scope({ user_id: id, sees_all_sites }, sql`s.site_id`)} and ${asked}`;
  return sql`${asked} and (
    s.site_id in (select site_id from group_site where user_group_id = ${id})
    or s.project_id in (select project_id from group_project where user_group_id = ${id})
    or exists (select 1 from group_region g
                where g.user_group_id = ${id} and g.region_code in (s.province_code, s.city_code, s.area_code)))`;
}
