import type { Db } from '#server/db/pool.ts';
import { json, sql } from '#server/db/sql.ts';
import { handlers } from '#server/http/handlers.ts';
import { usable } from '#server/settings/usable.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import { calendarDefaults, calendarShape, orderCalendar } from '#shared/contract/work-orders/calendar.ts';
import { Fault } from '#shared/faults.ts';

/** The table has a single row. */
export async function readCalendar(db: Db): Promise<AnswerOf<typeof orderCalendar.data>> {
  const row = await db.one<AnswerOf<typeof orderCalendar.data>>(
    sql`select hours, days, version from order_calendar`,
  );
  if (!row) throw new Fault('no_data');
  return usable(calendarShape, row, calendarDefaults);
}

export const orderCalendarRoutes = handlers(orderCalendar, {
  data: ({ db }) => readCalendar(db),

  set: async ({ db }, { hours, days, version }) => {
    const changed = await db.run(sql`
      update order_calendar set hours = ${json(hours)}, days = ${json(days)} where version = ${version}`);
    if (changed === 0) throw new Fault('update_failed', { detail: 'changed_meanwhile' });
    return {};
  },
});
