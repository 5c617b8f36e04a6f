import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { numbersIn, numbersText } from './number-list.ts';

/** What is to stand in the address; what is empty is taken out. */
export type Change = Readonly<Record<string, string | number | readonly number[] | undefined>>;

interface Address {
  params: URLSearchParams;
  /** A list of numbers, none where it is not there. */
  numbers(key: string): number[];
  change(patch: Change): void;
}

/** What a page keeps in its address, and how it is changed without a step for Back. */
export function useAddress(): Address {
  const [params, setParams] = useSearchParams();
  // A change takes a moment to arrive: the next one builds on where it leads, not on what is still shown.
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
