import type { App } from '#server/http/ctx.ts';

const DAY_MS = 86_400_000;
const EVERY_MS = 6 * 3_600_000;

type Keeper = Pick<App, 'series' | 'config' | 'now' | 'log'>;

/** Drops packets and values that the configuration does not want to keep any longer. Harmless to repeat. */
export async function retain({ series, config, now, log }: Keeper): Promise<void> {
  const { rawPacketDays, realtimeMonths, minuteMonths } = config.retention;
  const daysAgo = (days: number) => (days > 0 ? new Date(now().getTime() - days * DAY_MS) : undefined);
  const monthsAgo = (months: number) =>
    months > 0 ? new Date(Date.UTC(now().getUTCFullYear(), now().getUTCMonth() - months)) : undefined;
  const dropped = await series.forget({
    packets: daysAgo(rawPacketDays),
    realtime: monthsAgo(realtimeMonths),
    minute: monthsAgo(minuteMonths),
  });
  if (dropped.length > 0) log.info({ dropped }, 'data older than the configuration keeps was dropped');
}

/** Looks now and every six hours; `stop` waits for what is under way. */
export function startRetention(app: Keeper): { stop(): Promise<void> } {
  let running: Promise<void> = Promise.resolve();
  const run = () => {
    running = retain(app).catch((error: unknown) => app.log.warn({ err: error }, 'could not drop old data'));
  };
  run();
  const timer = setInterval(run, EVERY_MS);
  timer.unref();
  return {
    stop: () => {
      clearInterval(timer);
      return running;
    },
  };
}
