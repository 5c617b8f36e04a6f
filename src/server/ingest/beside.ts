import type { Db } from '#server/db/pool.ts';
import { storeHeld } from './held.ts';
import { rememberBatches } from './pushed-batches.ts';
import { storeLogs } from './store-logs.ts';
import type { Arrival } from './writer.ts';

/**
 * Stores what arrivals bring besides values: log lines, held packets, batch receipts. Runs after the values are stored
 * and before the acknowledgement. Every write is idempotent: after a failure the packet or batch is sent again.
 */
export async function storeBeside(db: Db, arrivals: readonly Arrival[], withinMs?: number): Promise<void> {
  const logs = arrivals.flatMap(({ logs }) => logs ?? []);
  const held = arrivals.flatMap(({ held }) => held ?? []);
  const pushed = arrivals.flatMap(({ batch }) => batch ?? []);
  if (logs.length + held.length + pushed.length === 0) return;
  await db.tx(
    {},
    async (tx) => {
      if (logs.length > 0) await storeLogs(tx, logs);
      if (held.length > 0) await storeHeld(tx, held);
      if (pushed.length > 0) await rememberBatches(tx, pushed);
    },
    withinMs,
  );
}
