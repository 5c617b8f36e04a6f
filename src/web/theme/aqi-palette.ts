import { useSyncExternalStore } from 'react';

/** The colours of the standard, or some that people who confuse red and green tell apart. `tokens.css` has both. */
export type AqiPalette = 'standard' | 'distinct';

const key = 'aqi_palette';
const listeners = new Set<() => void>();

function aqiPalette(): AqiPalette {
  return localStorage.getItem(key) === 'distinct' ? 'distinct' : 'standard';
}

export function chooseAqiPalette(palette: AqiPalette): void {
  localStorage.setItem(key, palette);
  document.documentElement.dataset.aqi = palette;
  for (const listener of [...listeners]) listener();
}

export function useAqiPalette(): AqiPalette {
  return useSyncExternalStore(subscribe, aqiPalette);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
