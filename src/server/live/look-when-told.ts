import type { Logger } from 'pino';
import type { Change, Changes } from '#server/db/listen.ts';

/**
 * Runs `look` now, on every notification of this change, and after a gap in the notifications. Never in parallel;
 * notifications during a run cause one more run.
 */
export function lookWhenTold(
  changes: Changes,
  what: Change,
  look: () => Promise<void>,
  log: Pick<Logger, 'warn'>,
): void {
  let isDue = false;
  let turn: Promise<void> = Promise.resolve();
  const lookSoon = () => {
    if (isDue) return;
    isDue = true;
    turn = turn
      .then(() => {
        isDue = false;
        return look();
      })
      .catch((error: unknown) => log.warn({ err: error }, 'live'));
  };
  lookSoon();
  changes.onChange((change) => {
    if (change === what || change === 'reconnected') lookSoon();
  });
}
