import { sql } from '#server/db/sql.ts';

/** What a state means, as the indexes have it. */
export const stateIs = {
  open: sql`ended_at is null`,
  recovered: sql`ended_at is not null and handled_at is null`,
  handled: sql`ended_at is not null and handled_at is not null`,
};
