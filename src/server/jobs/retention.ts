import type { App } from '#server/http/ctx.ts';
import { repeat, SIX_HOURS_MS } from './repeat.ts';

const DAY_MS = 86_400_000;

type Keeper = Pick<App, 'series' | 'settings' | 'now' | 'log'>;

/** Drops packets and values that the settings do not want to keep any longer. Harmless to repeat. */
export async function retain({ series, settings, now, log }: Keeper): Promise<void> {
  const { raw_packet_days, realtime_months, minute_months } = await settings.read();
  const daysAgo = (days: number) => (days > 0 ? new Date(now().getTime() - days * DAY_MS) : undefined);
  const monthsAgo = (months: number) =>
    months > 0 ? new Date(Date.UTC(now().getUTCFullYear(), now().getUTCMonth() - months)) : undefined;
  const dropped = await series.forget({
    packets: daysAgo(raw_packet_days),
    realtime: monthsAgo(realtime_months),
    minute: monthsAgo(minute_months),
  });
  if (dropped.length > 0) log.info({ dropped }, 'data older than the settings keep was dropped');
}

export function startRetention(app: Keeper): { stop(): Promise<void> } {
  return repeat(SIX_HOURS_MS, () => retain(app), app.log, 'could not drop old data');
}
