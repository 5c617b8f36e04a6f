import { useEffect, useRef } from 'react';

/** Debounce: a day and its month change one after the other, and many sites at once. */
const restMs = 500;

/**
 * Debounces a query: asks shortly after a call, one query after the other. A busy network changes all the time, so
 * neither waiting for silence nor restarting on every change would ever finish.
 */
export function useAskingSoon(ask: () => Promise<unknown> | undefined): () => void {
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
      // Pauses as long as the query took, to spare the server.
      if (due) next(Math.max(restMs, Date.now() - began));
    }, waitMs);
  };
  return () => {
    if (turn.current.busy) turn.current.due = true;
    else next(restMs);
  };
}
