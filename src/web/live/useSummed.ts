import { useEffect, useRef } from 'react';
import type { LiveEvent } from '#shared/contract/live.ts';
import { useLive } from './useLive.ts';

/** A day and its month change one after the other, and many sites at once. */
const restMs = 500;
/** Of more sites all are watched: each event says whose it is. */
const mostSites = 1000;

interface Shown {
  /** Absent: all that one may see. */
  site_ids?: readonly number[] | undefined;
  level: 'day' | 'month';
  /** Half-open; an event in any of them matters. */
  spans: readonly { from: string; to: string }[];
}

/** Asks anew when days or months that are shown say something else than before. */
export function useSummed({ site_ids, level, spans }: Shown, ask: () => Promise<unknown> | undefined): void {
  const askSoon = useAskingSoon(ask);
  const isShown = (event: LiveEvent) =>
    event.topic === 'summed' &&
    event.level === level &&
    (site_ids?.includes(event.site_id) ?? true) &&
    spans.some(
      ({ from, to }) =>
        Date.parse(event.last ?? event.ts) >= Date.parse(from) && Date.parse(event.ts) < Date.parse(to),
    );
  useLive(
    { topics: ['summed'], ...(site_ids && site_ids.length <= mostSites && { site_ids: [...site_ids] }) },
    { onEvents: (events) => events.some(isShown) && askSoon(), onMissed: askSoon },
  );
}

/**
 * Asks when called, a little later and one question after the other: a network on the line changes without a pause, and
 * neither waiting for one nor beginning anew with every change would ever come to an answer.
 */
function useAskingSoon(ask: () => Promise<unknown> | undefined): () => void {
  const latest = useRef(ask);
  useEffect(() => {
    latest.current = ask;
  });
  const turn = useRef({ due: false, busy: false });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const next = (waitMs: number) => {
    turn.current = { due: false, busy: true };
    timer.current = setTimeout(async () => {
      turn.current.due = false;
      const began = Date.now();
      await latest.current();
      const { due } = turn.current;
      turn.current.busy = false;
      // As much rest as work, for the server's sake.
      if (due) next(Math.max(restMs, Date.now() - began));
    }, waitMs);
  };
  return () => {
    if (turn.current.busy) turn.current.due = true;
    else next(restMs);
  };
}
