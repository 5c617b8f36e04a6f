import type { Change, Changes } from './listen.ts';

/** What is read once and kept until a commit tells that it may have changed. */
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
