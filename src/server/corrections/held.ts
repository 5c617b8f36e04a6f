import type { Pool } from '#server/db/pool.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { NEWS_REACH_MS } from '#server/series/news-reach.ts';
import type { SeriesStore, TakenBack } from '#server/series/store.ts';

interface Parts {
  pool: Pool;
  series: Pick<SeriesStore, 'takeBack' | 'forgetTrace'>;
  now(): Date;
}

const BATCH = 1000;

/** The trace number of a correction's values in the store; positive ones are imports. */
export const traceOf = (correction_id: number): number => -correction_id;

/** Older values are no longer evaluated for alarms. */
export const correctionNewsSince = (now: Date): Date => new Date(now.getTime() - NEWS_REACH_MS);

/** Removes all values of a correction; continues after an interruption. */
export async function takeBackValues({ series, now }: Parts, correction_id: number): Promise<TakenBack> {
  for (;;) {
    const taken = await series.takeBack(traceOf(correction_id), BATCH, correctionNewsSince(now()));
    if (taken.done) return taken;
  }
}

/**
 * Removes the values of corrections that were interrupted before they were completed; their packets are still held. A
 * correction in progress holds a row lock and is skipped.
 */
export async function clearBroken(parts: Parts, which: Sql): Promise<void> {
  const open = await parts.pool.rows<{ correction_id: number }>(sql`
    select correction_id from held_correction where state = 'open' and ${which}`);
  for (const { correction_id } of open) {
    await parts.pool.tx({}, async (db) => {
      const mine = await db.one(sql`
        select from held_correction
         where correction_id = ${correction_id} and state = 'open' for update skip locked`);
      if (!mine) return;
      await takeBackValues(parts, correction_id);
      await parts.series.forgetTrace(traceOf(correction_id));
      await db.run(sql`delete from held_correction where correction_id = ${correction_id}`);
    });
  }
}
