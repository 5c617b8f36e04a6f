import { useSyncExternalStore } from 'react';

/** Colours of the standard, or ones suitable for red-green colour blindness. Defined in `tokens.css`. */
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
