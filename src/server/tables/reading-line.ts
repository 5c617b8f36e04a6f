import { FairLine } from '#server/heavy/fair-line.ts';
import type { Handler } from '#server/http/route.ts';

/** Files that calls read at the same time, and calls that wait: each needs memory for its rows, and a thread. */
export const readingLine = new FairLine({ atOnce: 2, perUser: 1, waiting: 4 });

/** A call that reads a file waits for its turn; it is skipped if its client has gone. */
export function inReadingTurn<Parsed, Answer>(run: Handler<Parsed, Answer>): Handler<Parsed, Answer> {
  return (ctx, input) => readingLine.run(ctx.user.user_id, () => run(ctx, input), ctx.isWanted);
}
