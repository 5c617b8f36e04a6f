import type { App } from '#server/app.ts';
import { repeat } from '#server/jobs/repeat.ts';
import type { Duty } from '#server/servers/leases.ts';
import { askForDue } from './ask.ts';
import { lookAtDue } from './look.ts';
import { settleAnswered } from './settle.ts';
import { tellOfGivenUp } from './tell.ts';

const EVERY_MS = 1000;

/**
 * Automatic resupply, on one server at a time: settles answered requests, looks for gaps, requests those that are due.
 * Its state is in the database, so that another server can continue (decision 54).
 */
export function startAutoResupply(app: App, isBusy: () => boolean): Duty {
  const clock = repeat(
    EVERY_MS,
    async () => {
      await settleAnswered(app);
      // Live data come first.
      if (!isBusy()) {
        await lookAtDue(app);
        await askForDue(app);
      }
      await tellOfGivenUp(app);
    },
    app.log,
    'could not resupply by itself',
  );
  return { stop: () => clock.stop() };
}
