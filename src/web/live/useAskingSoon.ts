import { useEffect, useRef } from 'react';

/** A day and its month change one after the other, and many sites at once. */
const restMs = 500;

/**
 * Asks when called, a little later and one question after the other: a network on the line changes without a pause, and
 * neither waiting for one nor beginning anew with every change would ever come to an answer.
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
      // As much rest as work, for the server's sake.
      if (due) next(Math.max(restMs, Date.now() - began));
    }, waitMs);
  };
  return () => {
    if (turn.current.busy) turn.current.due = true;
    else next(restMs);
  };
}
