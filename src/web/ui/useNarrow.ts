import { useCallback, useSyncExternalStore } from 'react';
import { widths } from './widths.ts';

/** Whether what is a table elsewhere has to be something narrower; a page with much beside it is narrow sooner. */
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
