import type { Change, Changes } from './listen.ts';

/** A cached value, read again after a commit that may have changed it. */
export function keepUntilTold<Read>(
  changes: Changes,
  change: Change,
  read: () => Promise<Read>,
): () => Promise<Read> {
  let kept: Promise<Read> | undefined;
  changes.onChange((told) => {
    if (told === change || told === 'reconnected') kept = undefined;
  });
  return () => {
    const reading = kept ?? read();
    kept = reading;
    reading.catch(() => {
      if (kept === reading) kept = undefined;
    });
    return reading;
  };
}
