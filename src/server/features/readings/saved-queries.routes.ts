import { sql } from '#server/db/sql.ts';
import { handlers } from '#server/http/handlers.ts';
import { MOST_QUERIES, savedQueries } from '#shared/contract/readings/saved-queries.ts';
import { Fault } from '#shared/faults.ts';

/** Name of the automatically saved last query; users cannot save an empty name. */
const LAST = '';

export const savedQueryRoutes = handlers(savedQueries, {
  data: async ({ db, user }, { page }) => {
    const rows = await db.rows<{ query_id: number; query_name: string; params: string }>(sql`
      select query_id, query_name, params from saved_query
       where user_id = ${user.user_id} and page = ${page} order by query_name collate "zh-x-icu"`);
    return {
      last: rows.find(({ query_name }) => query_name === LAST)?.params ?? null,
      saved: rows.filter(({ query_name }) => query_name !== LAST),
    };
  },

  save: async ({ db, user }, { page, query_name, params }) => {
    const kept = await db.run(sql`
      insert into saved_query (user_id, page, query_name, params)
      select ${user.user_id}, ${page}, ${query_name}, ${params}
       where (select count(*) from saved_query
               where user_id = ${user.user_id} and page = ${page} and query_name not in (${LAST}, ${query_name}))
             < ${MOST_QUERIES}
      on conflict (user_id, page, query_name) do update set params = excluded.params, used_at = now()`);
    if (kept === 0)
      throw new Fault('parameter_error', {
        fields: [{ field: 'query_name', problem: 'too_many_queries', params: { max: MOST_QUERIES } }],
      });
    return {};
  },

  remember: async ({ db, user }, { page, params }) => {
    await db.run(sql`
      insert into saved_query (user_id, page, query_name, params)
      values (${user.user_id}, ${page}, ${LAST}, ${params})
      on conflict (user_id, page, query_name) do update set params = excluded.params, used_at = now()`);
    return {};
  },

  remove: async ({ db, user }, { query_id }) => {
    const gone = await db.run(sql`
      delete from saved_query where query_id = ${query_id} and user_id = ${user.user_id}`);
    if (gone === 0) throw new Fault('no_data');
    return {};
  },
});
