import { useSyncExternalStore } from 'react';
import type { DatabaseState } from '#shared/contract/platform/platform-status.ts';

/** Whether the server was reached by the last attempt. The browser's own flag only knows about the cable. */
const listeners = new Set<() => void>();
let reached = true;
let database: DatabaseState = 'ok';

export function serverReached(answered: boolean): void {
  if (reached === answered) return;
  reached = answered;
  for (const listener of [...listeners]) listener();
}

/** What the server said of its database last. */
export function databaseFound(state: DatabaseState): void {
  if (database === state) return;
  database = state;
  for (const listener of [...listeners]) listener();
}

export function useDatabaseState(): DatabaseState {
  return useSyncExternalStore(subscribe, () => database);
}

export function isOnline(): boolean {
  return reached && navigator.onLine;
}

export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, isOnline);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}
