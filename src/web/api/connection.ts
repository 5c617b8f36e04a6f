import { useSyncExternalStore } from 'react';

/** Whether the server was reached by the last attempt. The browser's own flag only knows about the cable. */
const listeners = new Set<() => void>();
let reached = true;

export function serverReached(answered: boolean): void {
  if (reached === answered) return;
  reached = answered;
  for (const listener of [...listeners]) listener();
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
