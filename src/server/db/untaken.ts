import { Fault, type FaultName } from '#shared/faults.ts';
import type { Db } from './pool.ts';
import { identifier, join, type Sql, sql } from './sql.ts';

interface UniqueField {
  field: string;
  fault: FaultName;
  /** Condition: a row has the value already. */
  bears: Sql;
}

/**
 * A unique constraint reports only itself; this reports every repeated value, with the code of the first. `others`
 * selects the rows to compare with: all except the one that is written.
 */
export async function requireUntaken(
  db: Db,
  table: string,
  others: Sql,
  unique: readonly UniqueField[],
): Promise<void> {
  const answers = unique.map(({ field, bears }) => sql`bool_or(${bears}) as ${identifier(field)}`);
  const conditions = unique.map(({ bears }) => bears);
  const taken = await db.one<Record<string, boolean | null>>(sql`
    select ${join(answers)} from ${identifier(table)}
     where (${join(conditions, sql` or `)}) and ${others}`);
  const repeated = unique.filter(({ field }) => taken?.[field]);
  const [first] = repeated;
  if (!first) return;
  throw new Fault(first.fault, { fields: repeated.map(({ field }) => ({ field, problem: 'repeated' })) });
}
