import { arrayText, plainColumn, textColumn } from '#server/db/arrays.ts';
import type { Db, Pool } from '#server/db/pool.ts';
import { prepared, sql } from '#server/db/sql.ts';
import type { SeriesConfig } from '#server/series/config.ts';
import type { ReadingRow } from '#server/series/store.ts';
import { insertNew, passesByType } from './append.ts';
import type { FactorSets } from './factor-sets.ts';
import { keyOf } from './keys.ts';
import { markDirty } from './marks.ts';
import type { Partitions } from './partitions.ts';

/** A period that already has a row keeps it, so that measured and simulated values never share a row. */
export async function simulate(
  pool: Pool,
  config: Pick<SeriesConfig, 'simulated'>,
  sets: FactorSets,
  partitions: Partitions,
  readings: readonly ReadingRow[],
  made_at: Date,
): Promise<ReadingRow[]> {
  await sets.ensure(readings);
  let stored: ReadingRow[] = [];
  await partitions.within({ readings, packets: [] }, async () => {
    stored = await pool.tx({}, async (db) => {
      const meant = await stillMeant(db, config, readings);
      const added: ReadingRow[] = [];
      for (const { type, rows } of passesByType(meant)) {
        const places = new Set((await insertNew(db, sets, type, rows)).map(keyOf));
        added.push(...rows.filter((row) => places.has(keyOf(row))));
      }
      if (meant.length > 0) await storeProgress(db, sets, meant, made_at);
      if (added.length > 0) await markDirty(db, added);
      return added;
    });
  });
  return stored;
}

/**
 * Keeps only sites that still have virtual data on. The shared lock makes whoever switches it off wait for this
 * transaction, and this one see the change: see `forget_simulated`.
 */
async function stillMeant(
  db: Db,
  config: Pick<SeriesConfig, 'simulated'>,
  readings: readonly ReadingRow[],
): Promise<ReadingRow[]> {
  await db.run(sql`select pg_advisory_xact_lock_shared(hashtext('simulated_site'))`);
  const on = await config.simulated([...new Set(readings.map(({ site_id }) => site_id))]);
  return readings.filter(({ site_id }) => on.has(site_id));
}

/** Records how far each site is simulated, including periods that kept their row, and the newest values. */
function storeProgress(
  db: Db,
  sets: FactorSets,
  readings: readonly ReadingRow[],
  made_at: Date,
): Promise<number> {
  const bySite = new Map<number, { first: Date; newest: ReadingRow }>();
  for (const row of readings) {
    const { first = row.ts, newest = row } = bySite.get(row.site_id) ?? {};
    bySite.set(row.site_id, {
      first: new Date(Math.min(row.ts.getTime(), first.getTime())),
      newest: row.ts > newest.ts ? row : newest,
    });
  }
  const rows = [...bySite.values()];
  return db.run(
    prepared(sql`
    insert into simulated_site as t (site_id, since, ts, set_id, avg, made_at)
    select site_id, since, ts, set_id, avg::real[], ${made_at}
      from unnest(${plainColumn(rows, ({ newest }) => newest.site_id)}::integer[],
                  ${plainColumn(rows, ({ first }) => first)}::timestamptz[],
                  ${plainColumn(rows, ({ newest }) => newest.ts)}::timestamptz[],
                  ${plainColumn(rows, ({ newest }) => sets.idOf(newest.fids))}::integer[],
                  ${textColumn(rows, ({ newest }) => arrayText(newest.avg))}::text[])
        as i (site_id, since, ts, set_id, avg)
     order by site_id
    on conflict (site_id) do update
       set since = least(t.since, excluded.since), ts = excluded.ts, set_id = excluded.set_id, avg = excluded.avg,
           made_at = excluded.made_at
     where excluded.ts >= t.ts`),
  );
}
