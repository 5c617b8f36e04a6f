import { type Sql, sql } from '#server/db/sql.ts';

/**
 * The name of a person in a list row, as a subquery: each additional join makes a statement slower to plan, and with
 * three of them planning took longer than reading a page.
 */
export function personName(user_id: Sql): Sql {
  return sql`(select named.real_name from user_account named where named.user_id = ${user_id})`;
}
