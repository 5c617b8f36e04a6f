import { sql } from '#server/db/sql.ts';
import { handlers } from '#server/http/handlers.ts';
import { requireSeesAll } from '#server/scope.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import { waterClasses } from '#shared/contract/site-config/water-class.ts';
import { Fault } from '#shared/faults.ts';

export const waterClassRoutes = handlers(waterClasses, {
  data: async ({ db }) => {
    const row = await db.one<AnswerOf<typeof waterClasses.data>>(sql`
      select river_items, river_apart, lake_items, lake_apart, version, updated_at from water_class`);
    if (!row) throw new Fault('no_data');
    return row;
  },

  set: async (ctx, { river_items, river_apart, lake_items, lake_apart, version }) => {
    const { db } = ctx;
    await requireSeesAll(ctx);
    const changed = await db.run(sql`
      update water_class
         set river_items = ${river_items}, river_apart = ${river_apart},
             lake_items = ${lake_items}, lake_apart = ${lake_apart}
       where version = ${version}`);
    if (changed === 0) throw new Fault('update_failed', { detail: 'changed_meanwhile' });
    return {};
  },
});
