import { FairLine } from '#server/heavy/fair-line.ts';
import type { Handler } from '#server/http/route.ts';

/** Files read at once by calls, and those that wait for it: each holds rows and a thread of its own in memory. */
export const readingLine = new FairLine({ atOnce: 2, perUser: 1, waiting: 4 });

/** A call that reads a file waits for its turn; one that nobody waits for any more is not begun. */
export function inReadingTurn<Parsed, Answer>(run: Handler<Parsed, Answer>): Handler<Parsed, Answer> {
  return (ctx, input) => readingLine.run(ctx.user.user_id, () => run(ctx, input), ctx.isWanted);
}
