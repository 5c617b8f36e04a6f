import { personName } from '#server/authority/person-name.ts';
import { sql } from '#server/db/sql.ts';
import { crud } from '#server/http/crud.ts';
import { handlers } from '#server/http/handlers.ts';
import { bugActions, bugs } from '#shared/contract/platform/bugs.ts';
import { Fault } from '#shared/faults.ts';

export const bugRoutes = [
  ...crud(bugs, {
    shows: {
      version_number: sql`(select version_number from product_version v where v.version_id = t.version_id)`,
      repaired: sql`t.repaired_at is not null`,
      reporter: personName(sql`t.reported_by`),
      repairer: personName(sql`t.repaired_by`),
    },
    beforeSave: async ({ user }, fields, before) =>
      before ? fields : { ...fields, reported_by: user.user_id },
  }),
  ...handlers(bugActions, {
    repair: async ({ db, user }, { bug_id, repaired }) => {
      const found = await db.run(sql`
        update bug set repaired_at = case when ${repaired} then coalesce(repaired_at, now()) end,
                       repaired_by = case when ${repaired} then coalesce(repaired_by, ${user.user_id}) end
         where bug_id = any(${bug_id})`);
      if (found < new Set(bug_id).size) throw new Fault('no_data');
      return {};
    },
  }),
];
