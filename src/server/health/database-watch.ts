import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { isConnectionError } from '#server/db/errors.ts';
import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import type { Load } from '#server/ingest/writer.ts';
import type { DatabaseState } from '#shared/contract/platform/platform-status.ts';

export interface DatabaseWatch {
  /** The state found at the last check; does not ask the database. */
  state(): DatabaseState;
  stop(): Promise<void>;
}

/** Together with the polling of pages (5 s), a frozen connection is on screen within 15 s. */
const LOOK_MS = 3000;
const PATIENCE_MS = 5000;

/**
 * Checks every few seconds whether the database accepts a write. A full disk may still accept such a small one, so the
 * state of the packet writer counts as well.
 */
export function watchDatabase(db: Db, log: Logger, ingest: () => Load): DatabaseWatch {
  let found: DatabaseState = 'ok';
  let looking: Promise<void> | undefined;
  const settle = (state: DatabaseState, error?: unknown) => {
    if (state !== found) log.warn({ err: error, state }, 'the database has another state');
    found = state;
  };
  const look = async () => {
    const probe = db.run(sql`update write_probe set written_at = now()`).then(
      () => settle('ok'),
      (error: unknown) => settle(stateOf(error), error),
    );
    const patience = new AbortController();
    const late = sleep(PATIENCE_MS, 'late', { signal: patience.signal, ref: false }).catch(() => undefined);
    if ((await Promise.race([probe, late])) === 'late') settle('away');
    patience.abort();
    await probe;
  };
  const clock = setInterval(() => {
    looking ??= look().finally(() => {
      looking = undefined;
    });
  }, LOOK_MS);
  clock.unref();
  return {
    state: () => {
      const { blocked } = ingest();
      return found === 'ok' && blocked ? stateOf(blocked.error) : found;
    },
    stop: async () => {
      clearInterval(clock);
      await looking;
    },
  };
}

function stateOf(error: unknown): DatabaseState {
  return isConnectionError(error) ? 'away' : 'refuses_writes';
}
