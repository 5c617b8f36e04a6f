import type { App } from '#server/app.ts';
import { type Repeated, repeat } from '#server/jobs/repeat.ts';
import { makePlanned } from './make-planned.ts';

const EVERY_MS = 20_000;

/** What comes round by itself of work orders, on one server at a time. */
export function startOrderClock(app: App): Repeated {
  return repeat(
    EVERY_MS,
    async () => void (await makePlanned(app)),
    app.log,
    'could not make planned work orders',
  );
}
