import type { Db, Pool } from '#server/db/pool.ts';

const DEADLOCK = '40P01';
const TRIES = 5;

/** Retries after a deadlock: PostgreSQL rolled one of two writers back, so it can simply begin again. */
export async function patiently<Answer>(pool: Pool, work: (db: Db) => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await pool.tx({}, work);
    } catch (error) {
      const isDeadlock = error instanceof Error && 'code' in error && error.code === DEADLOCK;
      if (!isDeadlock || tries >= TRIES) throw error;
    }
  }
}
