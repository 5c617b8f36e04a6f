import type { Pool } from '#server/db/pool.ts';
import { configFrom } from '#server/series/config.ts';
import { postgresStore } from '#server/series/postgres/store.ts';
import { type Reference, referenceStore } from './reference/store.ts';

/** The engines that the store's tests run on; the database needs at least the settings. */
export const engines: [name: string, open: (db: Pool) => Reference][] = [
  ['PostgreSQL', postgresStore],
  ['reference', (db) => referenceStore(configFrom(db))],
];
