import { requireCovers, requireCoversWearers } from '#server/authority/authority.ts';
import { sql } from '#server/db/sql.ts';
import { crud } from '#server/http/crud.ts';
import { handlers } from '#server/http/handlers.ts';
import { page } from '#server/http/list.ts';
import { themes, themeUsers } from '#shared/contract/groups/themes.ts';

const themeRows = crud(themes, {
  shows: {
    user_count: sql`(select count(*) from theme_user u where u.theme_id = t.theme_id)`,
    group_count: sql`(select count(*) from user_group g where g.theme_id = t.theme_id)`,
  },
  beforeSave: async (ctx, fields, before) => {
    if (before) await requireCoversWearers(ctx, [before.theme_id]);
    return fields;
  },
  beforeDelete: (ctx, rows) =>
    requireCoversWearers(
      ctx,
      rows.map(({ theme_id }) => theme_id),
    ),
});

const themeUserLinks = handlers(themeUsers, {
  add: async (ctx, { theme_id, user_ids }) => {
    const { db } = ctx;
    await requireCovers(ctx, user_ids);
    await db.run(sql`delete from theme_user where user_id = any(${user_ids}) and theme_id <> ${theme_id}`);
    await db.run(sql`
      insert into theme_user (theme_id, user_id)
      select ${theme_id}, user_id from unnest(${user_ids}::integer[]) as wanted (user_id)
      on conflict do nothing`);
    return {};
  },

  remove: async (ctx, { theme_id, user_ids }) => {
    await requireCovers(ctx, user_ids);
    await ctx.db.run(sql`delete from theme_user where theme_id = ${theme_id} and user_id = any(${user_ids})`);
    return {};
  },

  data: ({ db }, query) =>
    page(
      db,
      sql`select u.user_id, u.account, u.real_name
            from user_account u join theme_user tu using (user_id) where tu.theme_id = ${query.theme_id}`,
      sql`real_name collate "zh-x-icu", user_id`,
      query,
    ),
});

export const themeRoutes = [...themeRows, ...themeUserLinks];
