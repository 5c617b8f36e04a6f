import { useSyncExternalStore } from 'react';

/** The width of a phone, as the style sheets have it. */
const narrow = window.matchMedia('(max-width: 640px)');

function onChange(listener: () => void): () => void {
  narrow.addEventListener('change', listener);
  return () => narrow.removeEventListener('change', listener);
}

/** Whether what is a table elsewhere has to be something narrower. */
export function useNarrow(): boolean {
  return useSyncExternalStore(onChange, () => narrow.matches);
}
