import type { App } from '#server/app.ts';
import { repeat } from '#server/jobs/repeat.ts';
import type { Duty } from '#server/servers/leases.ts';
import { escalateOverdue } from './escalate.ts';
import { makePlanned } from './make-planned.ts';

const EVERY_MS = 20_000;

/** Periodic work of work orders; runs on one server at a time. */
export function startOrderClock(app: App): Duty {
  const clocks = [
    repeat(
      EVERY_MS,
      async () => void (await makePlanned(app)),
      app.log,
      'could not make planned work orders',
    ),
    repeat(
      EVERY_MS,
      async () => void (await escalateOverdue(app)),
      app.log,
      'could not tell of late work orders',
    ),
  ];
  return { stop: async () => void (await Promise.all(clocks.map((clock) => clock.stop()))) };
}
