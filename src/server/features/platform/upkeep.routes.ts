import { sql } from '#server/db/sql.ts';
import { handlers } from '#server/http/handlers.ts';
import { page } from '#server/http/list.ts';
import type { Route } from '#server/http/route.ts';
import { everyUpkeep } from '#server/jobs/every-upkeep.ts';
import { runColumns, upkeepStates } from '#server/jobs/upkeep-states.ts';
import { type UpkeepRun, upkeep as upkeepCalls } from '#shared/contract/platform/upkeep.ts';

export const upkeepRoutes: readonly Route[] = handlers(upkeepCalls, {
  data: async ({ db, now }) => {
    const data_info = await upkeepStates(db, everyUpkeep, now());
    return { data_info, total: data_info.length };
  },

  runs: ({ db }, query) =>
    page<UpkeepRun>(
      db,
      sql`select ${runColumns} from upkeep_run r where r.job = ${query.job}`,
      sql`run_id desc`,
      query,
    ),

  run: async ({ user, upkeep }, { job }) => ({
    run_id: await upkeep.runNow(job, user.real_name || user.account),
  }),
});
