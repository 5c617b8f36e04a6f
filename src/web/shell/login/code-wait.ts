import { useEffect, useState } from 'react';

/** Earliest time of the next code per number. Module state, so that it survives switching forms. */
const readyAt = new Map<string, number>();

export function waitForCode(mobile: string, seconds: number): void {
  readyAt.set(mobile, Date.now() + seconds * 1000);
}

/** Seconds until this number may request a code; counts down. */
export function useCodeWait(mobile: string): number {
  const [, tick] = useState(0);
  const left = Math.ceil(((readyAt.get(mobile) ?? 0) - Date.now()) / 1000);
  const waiting = left > 0;
  useEffect(() => {
    if (!waiting) return;
    const timer = setInterval(() => tick((count) => count + 1), 250);
    return () => clearInterval(timer);
  }, [waiting]);
  return Math.max(0, left);
}
