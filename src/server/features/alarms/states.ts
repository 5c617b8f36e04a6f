import { sql } from '#server/db/sql.ts';

/** Written exactly like the predicates of the partial indexes, so that the planner uses them. */
export const stateIs = {
  open: sql`ended_at is null`,
  recovered: sql`ended_at is not null and handled_at is null`,
  handled: sql`ended_at is not null and handled_at is not null`,
};
