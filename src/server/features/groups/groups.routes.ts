import { requireCovers, requireCoversGroups, requireGroupGrants } from '#server/authority/authority.ts';
import { sql } from '#server/db/sql.ts';
import { crud } from '#server/http/crud.ts';
import { handlers } from '#server/http/handlers.ts';
import { page } from '#server/http/list.ts';
import { groupMembers, userGroups } from '#shared/contract/groups/groups.ts';

const groupRows = crud(userGroups, {
  shows: {
    theme_name: sql`(select theme_name from theme where theme_id = t.theme_id)`,
    member_count: sql`(select count(*) from user_group_member m where m.user_group_id = t.user_group_id)`,
  },
  beforeSave: async (ctx, fields, before) => {
    if (before) await requireCoversGroups(ctx, [before.user_group_id]);
    return fields;
  },
  beforeDelete: (ctx, rows) =>
    requireCoversGroups(
      ctx,
      rows.map(({ user_group_id }) => user_group_id),
    ),
});

const byName = sql`real_name collate "zh-x-icu", user_id`;
const byGroupName = sql`user_group_name collate "zh-x-icu", user_group_id`;

const members = handlers(groupMembers, {
  add: async (ctx, { user_group_id, user_ids }) => {
    await requireGroupGrants(ctx, [user_group_id]);
    await requireCovers(ctx, user_ids);
    await ctx.db.run(sql`
      insert into user_group_member (user_group_id, user_id)
      select ${user_group_id}, user_id from unnest(${user_ids}::integer[]) as wanted (user_id)
      on conflict do nothing`);
    return {};
  },

  remove: async (ctx, { user_group_id, user_ids }) => {
    await requireCovers(ctx, user_ids);
    await ctx.db.run(sql`
      delete from user_group_member where user_group_id = ${user_group_id} and user_id = any(${user_ids})`);
    return {};
  },

  ofGroup: ({ db }, query) =>
    page(
      db,
      sql`select u.user_id, u.account, u.real_name
            from user_account u join user_group_member m using (user_id)
           where m.user_group_id = ${query.user_group_id}`,
      byName,
      query,
    ),

  ofUser: ({ db }, query) =>
    page(
      db,
      sql`select g.user_group_id, g.user_group_name
            from user_group g join user_group_member m using (user_group_id)
           where m.user_id = ${query.user_id}`,
      byGroupName,
      query,
    ),

  byName: ({ db }, query) =>
    page(
      db,
      sql`select user_group_id, user_group_name from user_group
           where user_group_name ilike ${`%${query.user_group_name.replace(/[\\%_]/g, '\\$&')}%`}`,
      byGroupName,
      query,
    ),

  notInGroup: ({ db }, query) =>
    page(
      db,
      sql`select u.user_id, u.account, u.real_name from user_account u
           where not exists (select 1 from user_group_member m
                              where m.user_id = u.user_id and m.user_group_id = ${query.user_group_id})`,
      byName,
      query,
    ),

  ofUsers: async ({ db }, { user_ids }) => {
    const data_info = await db.rows<{ user_id: number; user_group_ids: number[] }>(sql`
      select u.user_id, array(select m.user_group_id from user_group_member m
                               where m.user_id = u.user_id order by 1) as user_group_ids
        from user_account u where u.user_id = any(${user_ids}) order by u.user_id`);
    return { data_info, total: data_info.length };
  },
});

export const groupRoutes = [...groupRows, ...members];
