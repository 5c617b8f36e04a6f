import { type Sql, sql } from '#server/db/sql.ts';

/**
 * The name of a person beside a row of a list. A join would do the same, but each further table makes a statement slower
 * to plan: with three of them, planning a page took longer than finding it.
 */
export function personName(user_id: Sql): Sql {
  return sql`(select named.real_name from user_account named where named.user_id = ${user_id})`;
}
