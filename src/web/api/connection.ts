import { useSyncExternalStore } from 'react';
import type { DatabaseState } from '#shared/contract/platform/platform-status.ts';

/** Whether the last attempt reached the server. The browser's own flag only knows about the cable. */
const listeners = new Set<() => void>();
let reached = true;
let reachedAt = Number.NEGATIVE_INFINITY;
let database: DatabaseState = 'ok';
/** Calls that wait in the server's queue. */
let inLine = 0;

export function serverReached(answered: boolean): void {
  if (answered) reachedAt = performance.now();
  if (reached === answered) return;
  reached = answered;
  for (const listener of [...listeners]) listener();
}

/** Whether anything was answered after this moment, as of `performance.now()`. */
export function wasReachedAfter(moment: number): boolean {
  return reachedAt > moment;
}

/** The database state that the server reported last. */
export function databaseFound(state: DatabaseState): void {
  if (database === state) return;
  database = state;
  for (const listener of [...listeners]) listener();
}

/** Registers a call that waits in the queue; the returned function unregisters it. */
export function waitsInLine(): () => void {
  const change = (by: 1 | -1) => {
    inLine += by;
    for (const listener of [...listeners]) listener();
  };
  change(1);
  return () => change(-1);
}

export function useInLine(): boolean {
  return useSyncExternalStore(subscribe, () => inLine > 0);
}

export function databaseWorks(): boolean {
  return database === 'ok';
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
