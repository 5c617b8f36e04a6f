import { Fault } from '#shared/faults.ts';
import type { Db } from './pool.ts';
import { identifier, sql } from './sql.ts';

/**
 * Counts up the version of the row that a set hangs from, which is what tells two editors of the set apart: a set that
 * was read before another's save is refused. Whoever names no version has read none.
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
