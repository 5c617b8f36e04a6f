import { sql } from '#server/db/sql.ts';
import type { Forgettable } from '#server/series/forgotten.ts';
import type { Settings } from '#server/settings/defaults.ts';
import { DAY_MS } from '#shared/domain/time-units.ts';
import { SIX_HOURS_MS } from './repeat.ts';
import type { Upkeep, UpkeepWork } from './upkeep.ts';

/** The limit of a retention time in days; 0 means that nothing is deleted. */
function daysAgo(days: number, now: Date): Date | undefined {
  return days > 0 ? new Date(now.getTime() - days * DAY_MS) : undefined;
}

function monthsAgo(months: number, now: Date): Date | undefined {
  return months > 0 ? new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months)) : undefined;
}

function forget(what: Forgettable, limit: (settings: Settings, now: Date) => Date | undefined): UpkeepWork {
  return async ({ series, settings, now, log }, tell) => {
    const before = limit(await settings.read(), now());
    if (!before) return;
    await series.forget(what, before, (dropped) => {
      log.info({ dropped }, 'data older than the settings keep was dropped');
      tell(dropped);
    });
  };
}

/** Held packets and decisions about them are kept as long as raw packets. */
const held: UpkeepWork = async ({ pool, settings, now }, tell) => {
  const before = daysAgo((await settings.read()).raw_packet_days, now());
  if (before) tell({ rows: await pool.run(sql`delete from held_packet where received_at < ${before}`) });
};

/** Deletes packets and values that are older than the retention settings. */
export const retention: Upkeep = {
  job: 'retention',
  everyMs: SIX_HOURS_MS,
  parts: {
    packets: forget('packets', ({ raw_packet_days }, now) => daysAgo(raw_packet_days, now)),
    held,
    realtime: forget('realtime', ({ realtime_months }, now) => monthsAgo(realtime_months, now)),
    minute: forget('minute', ({ minute_months }, now) => monthsAgo(minute_months, now)),
  },
};
