import { Fault } from '#shared/faults.ts';
import type { Db } from './pool.ts';
import { identifier, sql } from './sql.ts';

/**
 * Increments the version of the row that a set belongs to, so that concurrent edits of the set are detected: a set that
 * was read before another's save is refused. Without a version nothing is compared.
 */
export async function touch(db: Db, table: string, id: number, version?: number): Promise<void> {
  const row = sql`${identifier(table)} where ${identifier(`${table}_id`)} = ${id}`;
  const there = await db.one<{ version: number }>(sql`select version from ${row} for update`);
  if (!there) throw new Fault('no_data');
  if (version !== undefined && version !== there.version)
    throw new Fault('update_failed', { detail: 'changed_meanwhile' });
  await db.run(
    sql`update ${identifier(table)} set version = version where ${identifier(`${table}_id`)} = ${id}`,
  );
}
