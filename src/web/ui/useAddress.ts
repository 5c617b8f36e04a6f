import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { numbersIn, numbersText } from './number-list.ts';

/** URL parameters to set; empty values remove them. */
export type Change = Readonly<Record<string, string | number | readonly number[] | undefined>>;

interface Address {
  params: URLSearchParams;
  /** List of numbers; empty if absent. */
  numbers(key: string): number[];
  change(patch: Change): void;
}

/** State in the URL; changes replace the history entry. */
export function useAddress(): Address {
  const [params, setParams] = useSearchParams();
  // State updates are asynchronous: a change builds on the latest parameters, not on the rendered ones.
  const latest = useRef(params);
  useEffect(() => {
    latest.current = params;
  }, [params]);
  const change = (patch: Change) => {
    const next = new URLSearchParams(latest.current);
    for (const [key, value] of Object.entries(patch)) {
      const text = typeof value === 'object' ? numbersText(value) : String(value ?? '');
      if (text === '') next.delete(key);
      else next.set(key, text);
    }
    latest.current = next;
    setParams(next, { replace: true });
  };
  return { params, numbers: (key) => numbersIn(params.get(key)), change };
}
