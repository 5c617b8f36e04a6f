import type { Pool } from '#server/db/pool.ts';
import type { SeriesStore } from '#server/series/store.ts';
import { append } from './append.ts';
import { FactorSets } from './factor-sets.ts';
import { Partitions } from './partitions.ts';

export function postgresStore(pool: Pool): SeriesStore {
  const sets = new FactorSets(pool);
  const partitions = new Partitions(pool);
  return {
    append: (batch) => append(pool, sets, partitions, batch),
  };
}
