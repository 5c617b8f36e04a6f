import { useEffect, useState } from 'react';

/** Debounced value. */
export function useSettled<Value>(value: Value, restMs = 350): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), restMs);
    return () => clearTimeout(timer);
  }, [value, restMs]);
  return settled;
}
