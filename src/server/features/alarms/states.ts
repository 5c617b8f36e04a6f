import { sql } from '#server/db/sql.ts';

/** `open` is the predicate of the partial index `alarm_open`, so that the planner can use it. */
export const stateIs = {
  open: sql`ended_at is null`,
  recovered: sql`ended_at is not null and handled_at is null`,
  handled: sql`ended_at is not null and handled_at is not null`,
};
