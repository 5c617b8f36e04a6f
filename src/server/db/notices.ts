import pg from 'pg';
import type { Logger } from 'pino';

const RETRY_MS = 1000;

/** What a commit told to have changed. `reconnected`: anything may have, nobody was listening for a while. */
export type Change = 'directory' | 'access' | 'messages' | 'settings' | 'reconnected';

export interface Notices {
  onChange(listener: (change: Change) => void): void;
  stop(): Promise<void>;
}

/** Hears what commits tell (migration 0015), over a connection of its own that is made anew when it breaks. */
export function hearNotices(databaseUrl: string, log: Logger): Notices {
  const listeners = new Set<(change: Change) => void>();
  const tell = (change: Change) => {
    for (const listener of listeners) listener(change);
  };
  let client: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;
  let stopped = false;
  let connecting: Promise<void> = Promise.resolve();

  const connect = async () => {
    const fresh = new pg.Client({ connectionString: databaseUrl, application_name: 'lanjing notices' });
    let lost = false;
    const onLost = () => {
      if (lost || stopped) return;
      lost = true;
      retry = setTimeout(() => {
        connecting = connect();
      }, RETRY_MS);
    };
    fresh.on('error', onLost);
    fresh.on('end', onLost);
    fresh.on('notification', ({ payload }) => tell(payload as Change));
    try {
      await fresh.connect();
      await fresh.query('listen changed');
      client = fresh;
      tell('reconnected');
    } catch (error) {
      log.warn({ err: error }, 'cannot hear the database');
      await fresh.end().catch(() => undefined);
      onLost();
    }
  };
  connecting = connect();
  return {
    onChange: (listener) => {
      listeners.add(listener);
    },
    stop: async () => {
      stopped = true;
      clearTimeout(retry);
      await connecting;
      await client?.end().catch(() => undefined);
    },
  };
}
