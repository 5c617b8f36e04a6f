import { sql } from '#server/db/sql.ts';
import { crud } from '#server/http/crud.ts';
import { handlers } from '#server/http/handlers.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import { versionNews, versions } from '#shared/contract/platform/versions.ts';

type Newest = NonNullable<AnswerOf<typeof versionNews.first>['version']>;

export const versionRoutes = [
  ...crud(versions, { sort: sql`sort_level desc, version_id desc` }),
  ...handlers(versionNews, {
    first: async ({ db, user }, { version_type }) => {
      const version = await db.one<Newest>(sql`
        select v.version_id, v.version_number, v.version_text, v.version_text_en, v.created_at,
               v.created_at > u.created_at and s.version_id is distinct from v.version_id as is_new
          from product_version v
          join user_account u on u.user_id = ${user.user_id}
          left join version_seen s on s.user_id = u.user_id
         where v.version_type = ${version_type}
         order by v.sort_level desc, v.version_id desc limit 1`);
      return { version: version ?? null };
    },

    seen: async ({ db, user }, { version_id }) => {
      await db.run(sql`
        insert into version_seen (user_id, version_id) values (${user.user_id}, ${version_id})
        on conflict (user_id) do update set version_id = excluded.version_id`);
      return {};
    },
  }),
];
