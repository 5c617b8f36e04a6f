import type { Forgettable } from '#server/series/store.ts';
import type { Partitions } from './partitions.ts';

const tables: readonly [Forgettable, string][] = [
  ['packets', 'raw_packet'],
  ['realtime', 'reading_realtime'],
  ['minute', 'reading_minute'],
];

export async function forget(
  partitions: Partitions,
  before: Partial<Record<Forgettable, Date>>,
): Promise<string[]> {
  const dropped: string[] = [];
  for (const [what, table] of tables) {
    const limit = before[what];
    if (limit) dropped.push(...(await partitions.dropBefore(table, limit)));
  }
  return dropped;
}
