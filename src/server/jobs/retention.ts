import type { App } from '#server/http/ctx.ts';
import { repeat, SIX_HOURS_MS } from './repeat.ts';

const DAY_MS = 86_400_000;

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

export function startRetention(app: Keeper): { stop(): Promise<void> } {
  return repeat(SIX_HOURS_MS, () => retain(app), app.log, 'could not drop old data');
}
