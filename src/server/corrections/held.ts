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

/** The store's number of what a correction wrote. Those above zero are imports. */
export const traceOf = (correction_id: number): number => -correction_id;

/** Older values are not judged any more. */
export const correctionNewsSince = (now: Date): Date => new Date(now.getTime() - NEWS_REACH_MS);

/** Takes all values of a correction back. It goes on where an earlier try broke off. */
export async function takeBackValues({ series, now }: Parts, correction_id: number): Promise<TakenBack> {
  for (;;) {
    const taken = await series.takeBack(traceOf(correction_id), BATCH, correctionNewsSince(now()));
    if (taken.done) return taken;
  }
}

/**
 * Takes back the values of corrections that broke off before they were decided: their packets are still held. One
 * under way holds the lock of its row, and is left alone.
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
