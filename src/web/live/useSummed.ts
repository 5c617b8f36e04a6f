import { useEffect, useRef } from 'react';
import type { LiveEvent } from '#shared/contract/live.ts';
import { useLive } from './useLive.ts';

/** A day and its month change one after the other, and many sites at once. */
const restMs = 500;

interface Shown {
  site_ids: readonly number[];
  level: 'day' | 'month';
  from: string;
  /** Not included. */
  to: string;
}

/** Asks anew when days or months that are shown say something else than before. */
export function useSummed({ site_ids, level, from, to }: Shown, ask: () => void): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const askSoon = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(ask, restMs);
  };
  const isShown = (event: LiveEvent) =>
    event.topic === 'summed' &&
    event.level === level &&
    Date.parse(event.ts) >= Date.parse(from) &&
    Date.parse(event.ts) < Date.parse(to);
  useLive(
    { topics: ['summed'], site_ids: site_ids.slice(0, 1000) },
    { onEvents: (events) => events.some(isShown) && askSoon(), onMissed: askSoon },
  );
}
