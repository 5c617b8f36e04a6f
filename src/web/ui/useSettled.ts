import { useEffect, useState } from 'react';

/** A value once it has stayed the same for a while: what is being typed is asked about when the hand rests. */
export function useSettled<Value>(value: Value, restMs = 350): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), restMs);
    return () => clearTimeout(timer);
  }, [value, restMs]);
  return settled;
}
