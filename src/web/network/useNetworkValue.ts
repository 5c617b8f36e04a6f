import { useCallback, useRef, useSyncExternalStore } from 'react';
import type { Network } from './network.ts';

/**
 * A value derived from the stations, recomputed when they change. If the result is equal, the same object is kept and
 * nothing is rendered.
 */
export function useNetworkValue<Value>(
  network: Network,
  select: () => Value,
  isSame: (a: Value, b: Value) => boolean = Object.is,
): Value {
  const known = useRef<{ network: Network; version: number; select: () => Value; value: Value }>(undefined);
  const subscribe = useCallback((listener: () => void) => network.onChange(listener), [network]);
  return useSyncExternalStore(subscribe, () => {
    const last = known.current;
    if (last?.network === network && last.version === network.version && last.select === select)
      return last.value;
    const next = select();
    const value = last && isSame(last.value, next) ? last.value : next;
    known.current = { network, version: network.version, select, value };
    return value;
  });
}

/** True for the same members in the same order. */
export function isSameList<Member>(a: readonly Member[], b: readonly Member[]): boolean {
  return a.length === b.length && a.every((member, i) => member === b[i]);
}
