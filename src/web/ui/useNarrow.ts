import { useCallback, useSyncExternalStore } from 'react';
import { widths } from './widths.ts';

/** True on narrow viewports; pages with a side panel pass a larger width. */
export function useNarrow(width: number = widths.phone): boolean {
  const query = `(max-width: ${width}px)`;
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}
