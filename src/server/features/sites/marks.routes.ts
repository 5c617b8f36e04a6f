import { sql } from '#server/db/sql.ts';
import { handlers } from '#server/http/handlers.ts';
import { namedSites, scope } from '#server/scope.ts';
import { RECENT_SITES, siteMarks } from '#shared/contract/sites/marks.ts';

export const siteMarkRoutes = handlers(siteMarks, {
  // Leaves out sites that the user no longer sees.
  data: async ({ db, user }) => {
    const rows = await db.rows<{ site_id: number; favourite: boolean; seen: boolean }>(sql`
      select m.site_id, m.favourite, m.seen_at is not null as seen
        from user_site_mark m join site s using (site_id)
       where m.user_id = ${user.user_id} and ${scope(user, sql`m.site_id`)}
       order by m.seen_at desc nulls last, s.site_name collate "zh-x-icu"`);
    const favourites = await db.rows<{ site_id: number }>(sql`
      select m.site_id from user_site_mark m join site s using (site_id)
       where m.user_id = ${user.user_id} and m.favourite and ${scope(user, sql`m.site_id`)}
       order by s.site_name collate "zh-x-icu", m.site_id`);
    return {
      favourites: favourites.map(({ site_id }) => site_id),
      recent: rows
        .filter(({ seen }) => seen)
        .slice(0, RECENT_SITES)
        .map(({ site_id }) => site_id),
    };
  },

  favour: async (ctx, { site_id, favourite }) => {
    await namedSites(ctx, { site_ids: [site_id] });
    await ctx.db.run(sql`
      insert into user_site_mark (user_id, site_id, favourite) values (${ctx.user.user_id}, ${site_id}, ${favourite})
      on conflict (user_id, site_id) do update set favourite = excluded.favourite`);
    return {};
  },

  visit: async (ctx, { site_id }) => {
    await namedSites(ctx, { site_ids: [site_id] });
    const { user_id } = ctx.user;
    await ctx.db.run(sql`
      insert into user_site_mark (user_id, site_id, seen_at) values (${user_id}, ${site_id}, ${ctx.now()})
      on conflict (user_id, site_id) do update set seen_at = excluded.seen_at`);
    // Keeps a limited number of visits.
    await ctx.db.run(sql`
      delete from user_site_mark m
       where m.user_id = ${user_id} and not m.favourite and m.seen_at < (
         select seen_at from user_site_mark where user_id = ${user_id} and seen_at is not null
          order by seen_at desc offset ${RECENT_SITES * 2} limit 1)`);
    return {};
  },
});
