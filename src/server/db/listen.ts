import pg from 'pg';
import type { Logger } from 'pino';
import { hangUp, keepAlive } from './pool.ts';

const RETRY_MS = 1000;
/** Silence is normal here, so a dead connection is only detected by a ping. */
const PING_MS = 10_000;
const PATIENCE_MS = 10_000;

/**
 * What a commit has changed. `reconnected`: anything may have changed, because notifications were missed for a while.
 */
export type Change =
  | 'directory'
  | 'access'
  | 'messages'
  | 'settings'
  | 'jobs'
  | 'servers'
  | 'alarms'
  | 'alarm_rules'
  | 'commands'
  | 'orders'
  | 'reconnected';

export interface Changes {
  /** Returns a function that removes the listener. */
  onChange(listener: (change: Change) => void): () => void;
  /** Events that other servers send to viewers; `live/relay.ts` defines their form. */
  onLive(listener: (payload: string) => void): void;
  stop(): Promise<void>;
}

/**
 * Receives notifications of commits (migration 0015) over its own connection, which is re-established when it breaks.
 */
export function hearChanges(databaseUrl: string, log: Logger): Changes {
  const listeners = new Set<(change: Change) => void>();
  const ofLive = new Set<(payload: string) => void>();
  const tell = (change: Change) => {
    for (const listener of listeners) listener(change);
  };
  let client: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;
  let pinging: NodeJS.Timeout | undefined;
  let stopped = false;
  let connecting: Promise<void> = Promise.resolve();

  const connect = async () => {
    const fresh = new pg.Client({
      ...keepAlive,
      connectionString: databaseUrl,
      connectionTimeoutMillis: PATIENCE_MS,
      application_name: 'lanjing changes',
    });
    const ask = async (question: string) => {
      const impatient = setTimeout(() => hangUp(fresh, PATIENCE_MS), PATIENCE_MS);
      await fresh.query(question).finally(() => clearTimeout(impatient));
    };
    let lost = false;
    const onLost = () => {
      clearInterval(pinging);
      if (lost || stopped) return;
      lost = true;
      retry = setTimeout(() => {
        connecting = connect();
      }, RETRY_MS);
    };
    fresh.on('error', onLost);
    fresh.on('end', onLost);
    fresh.on('notification', ({ channel, payload = '' }) => {
      if (channel === 'changed') tell(payload as Change);
      else for (const listener of ofLive) listener(payload);
    });
    try {
      await fresh.connect();
      await ask('listen changed');
      if (ofLive.size > 0) await ask('listen live');
      client = fresh;
      clearInterval(pinging);
      pinging = setInterval(() => void ask('select 1').catch(onLost), PING_MS);
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
      return () => void listeners.delete(listener);
    },
    onLive: (listener) => {
      ofLive.add(listener);
      void client?.query('listen live').catch(() => undefined);
    },
    stop: async () => {
      stopped = true;
      clearTimeout(retry);
      clearInterval(pinging);
      await connecting;
      // Closing waits for an answer, which never comes on a dead connection.
      const impatient = client && setTimeout(hangUp, PATIENCE_MS, client, PATIENCE_MS);
      await client?.end().catch(() => undefined);
      clearTimeout(impatient);
    },
  };
}
