import { setImmediate as breathe } from 'node:timers/promises';
import * as z from 'zod';
import type { App } from '#server/app.ts';
import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { checkFreeSpace } from '#server/instance/data-dir.ts';
import type { Worker } from '#server/jobs/runner.ts';
import { dayNumber, startOfDayNumber } from '#server/model/calendar.ts';
import { outageAt } from '#server/model/faults.ts';
import { dayFrom, hasHour, hourOf, instantAt, type Period } from '#server/model/readings.ts';
import type { ReadingRow } from '#server/series/store.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/domain/time-units.ts';
import { EVIDENCE_DAYS, hasMinutes, minutesIn, packetsOf } from './evidence.ts';
import { type DemoSite, demoSites } from './sites.ts';

const HISTORY_DAYS = 400;
const params = z.object({ days: z.int() });
const KIND = 'demo_history';
const TITLE = '演示站点历史数据 Demo history';
/** Sites per transaction: small, so that nobody has to wait long. */
const AT_ONCE = 10;
/** Days for which vans have real-time values too, one per minute, for the track map. */
const TRACK_DAYS = 1;
const LEAST_FREE_BYTES = 1024 ** 3;

/** A stored demo site. */
interface StoredSite {
  site_id: number;
  site: DemoSite;
  /** The site's factors, ordered by ID: index in the model, and ID. */
  order: { place: number; fid: number }[];
}

/** Queues a job that adds missing history: all of it at the first start, later what was missed while no server ran. */
export async function startDemoHistory(app: App, days = HISTORY_DAYS): Promise<void> {
  const { pool } = app;
  const owner = await pool.one<{ user_id: number }>(sql`
    select user_id from user_account
     where role_id = 0 and not exists (select 1 from job where kind = ${KIND} and state in ('queued', 'running'))`);
  if (!owner) return;
  const sites = await storedSites(pool);
  const today = dayNumber(app.now().getTime());
  for (let day = today; day >= today - days; day--) {
    if ((await unfilled(app, sites, day)).length === 0) continue;
    const total = sites.length * (days + 1);
    await app.jobs.add({ user_id: owner.user_id, kind: KIND, title: TITLE, params: { days }, total });
    return;
  }
}

/**
 * Adds hours and days, newest first. Each day of a site is stored as a whole, so that after a restart it is clear what
 * is missing.
 */
export const demoHistoryWorker: Worker = async (app, job, progress) => {
  const { days } = params.parse(job.params);
  const today = dayNumber(app.now().getTime());
  let done = 0;
  for (let day = today; day >= today - days; day--) {
    // The demo must not fill the disk that the embedded database needs.
    if (app.config.databaseUrl === undefined)
      await checkFreeSpace(app.config.dataDir, LEAST_FREE_BYTES, 'for the past of the demo');
    // Read again for each day, because sites may be deleted meanwhile.
    const sites = await storedSites(app.pool);
    const missing = await unfilled(app, sites, day);
    done += sites.length - missing.length;
    // Sites with hours of that day already have its packets.
    const heard = await countOf(app, 'hour', missing, day);
    for (let from = 0; from < missing.length; from += AT_ONCE) {
      const chunk = missing.slice(from, from + AT_ONCE);
      await app.series.append({ readings: await rowsOf(app, chunk, day), packets: [] });
      if (day >= today - EVIDENCE_DAYS)
        for (const site of chunk.filter((one) => !heard.get(one.site_id))) await addEvidence(app, site, day);
      done += chunk.length;
      await progress.report(done);
    }
  }
  await progress.report(done);
  return undefined;
};

async function storedSites(db: Db): Promise<StoredSite[]> {
  const rows = await db.rows<{ site_id: number; mn: string }>(sql`select site_id, mn from site where demo`);
  const components = await db.rows<{ fid: number; key: string }>(sql`
    select component_id as fid, component_key as key from component`);
  const fids = new Map(components.map(({ fid, key }) => [key, fid]));
  const known = new Map(demoSites.map((site) => [site.mn, site]));
  return rows.flatMap(({ site_id, mn }) => {
    const site = known.get(mn);
    if (!site) return [];
    const order = site.factors
      .map(({ key }, place) => ({ place, fid: fids.get(key) ?? 0 }))
      .filter(({ fid }) => fid > 0)
      .sort((a, b) => a.fid - b.fid);
    return [{ site_id, site, order }];
  });
}

/** Number of periods of each site that have values, on one day. */
function countOf(app: App, data_type: 'hour' | 'day', sites: readonly StoredSite[], day: number) {
  return app.series.countBySite({
    data_type,
    site_ids: sites.map(({ site_id }) => site_id),
    from: new Date(startOfDayNumber(day)),
    to: new Date(startOfDayNumber(day + 1)),
  });
}

/** Sites without the value of a past day, or without some hours of the current day. */
async function unfilled(app: App, sites: StoredSite[], day: number): Promise<StoredSite[]> {
  const past = isOver(app, day);
  const there = await countOf(app, past ? 'day' : 'hour', sites, day);
  return sites.filter(
    ({ site_id, site }) => (there.get(site_id) ?? 0) < (past ? 1 : hoursSoFar(app, site, day).length),
  );
}

function isOver(app: App, day: number): boolean {
  return startOfDayNumber(day + 1) <= app.now().getTime();
}

/** Start times of the hours that are over and received. A station that is still cut off has not sent its hours. */
function hoursSoFar(app: App, site: DemoSite, day: number): number[] {
  const now = app.now().getTime();
  return Array.from({ length: 24 }, (_, hour) => startOfDayNumber(day) + hour * HOUR_MS).filter((start) => {
    const outage = outageAt(site, start);
    const cutOff = outage?.kind === 'link' && outage.end > now;
    return start + HOUR_MS <= now && !cutOff && !isLost(site, start) && hasHour(site, start);
  });
}

/** Some stations did not send some hours after an outage; the hours can be requested from the device. */
function isLost({ seed }: DemoSite, start: number): boolean {
  const hour = (start - startOfDayNumber(dayNumber(start))) / HOUR_MS;
  return seed % 12 === 7 && dayNumber(start) % 5 === seed % 5 && hour >= 3 && hour < 9;
}

async function rowsOf(app: App, sites: readonly StoredSite[], day: number): Promise<ReadingRow[]> {
  const rows: ReadingRow[] = [];
  for (const stored of sites) {
    const hours = hoursSoFar(app, stored.site, day).flatMap((start) => {
      const period = hourOf(stored.site, start);
      return period ? [{ start, period }] : [];
    });
    rows.push(...hours.map(({ start, period }) => rowOf(stored, 'hour', start, period)));
    const whole = isOver(app, day) && dayOf(stored.site, startOfDayNumber(day), hours);
    if (stored.site.route && day >= dayNumber(app.now().getTime()) - TRACK_DAYS)
      rows.push(...hours.flatMap(({ start }) => momentsOf(stored, start)));
    if (whole) rows.push(rowOf(stored, 'day', startOfDayNumber(day), whole));
    // One day of a site takes one or two milliseconds; other requests go first.
    await breathe();
  }
  return rows;
}

/** Stores the packets of a day's hours and, at some stations, its minutes with their packets. */
async function addEvidence(app: App, stored: StoredSite, day: number): Promise<void> {
  const now = app.now().getTime();
  const hours = hoursSoFar(app, stored.site, day);
  const packets = hours.flatMap((start) => {
    const period = hourOf(stored.site, start);
    return period ? packetsOf(stored, 'hour', start, period, now) : [];
  });
  await app.series.append({ readings: [], packets });
  if (!hasMinutes(stored.site)) return;
  for (const hour of hours) {
    const minutes = minutesIn(stored.site, hour);
    await app.series.append({
      readings: minutes.map(({ start, period }) => rowOf(stored, 'minute', start, period)),
      packets: minutes.flatMap(({ start, period }) => packetsOf(stored, 'minute', start, period, now)),
    });
    await breathe();
  }
}

function dayOf(
  site: DemoSite,
  dayStart: number,
  hours: readonly { start: number; period: Period }[],
): Period | undefined {
  const byStart = new Map(hours.map(({ start, period }) => [start, period]));
  return dayFrom(
    site,
    Array.from({ length: 24 }, (_, hour) => byStart.get(dayStart + hour * HOUR_MS)),
  );
}

/** Real-time values of a van for an hour, one per minute. */
function momentsOf({ site_id, site, order }: StoredSite, hour: number): ReadingRow[] {
  return Array.from({ length: HOUR_MS / MINUTE_MS }, (_, minute) => hour + minute * MINUTE_MS).flatMap(
    (at) => {
      const instant = instantAt(site, at);
      if (!instant) return [];
      const { values, flags } = instant;
      return [
        {
          site_id,
          data_type: 'realtime' as const,
          ts: new Date(at),
          fids: order.map(({ fid }) => fid),
          avg: order.map(({ place }) => values[place] ?? null),
          ...(flags && { flags: order.map(({ place }) => flags[place] ?? '') }),
          origin: 's' as const,
        },
      ];
    },
  );
}

function rowOf(
  { site_id, site, order }: StoredSite,
  data_type: 'minute' | 'hour' | 'day',
  start: number,
  period: Period,
): ReadingRow {
  const { flags } = period;
  const sorted = <Value>(values: readonly Value[]) => order.map(({ place }) => values[place] as Value);
  // Values measured during a link outage were sent later.
  const late = data_type !== 'day' && outageAt(site, start)?.kind === 'link';
  return {
    site_id,
    data_type,
    ts: new Date(start),
    fids: order.map(({ fid }) => fid),
    avg: sorted(period.avg),
    min: sorted(period.min),
    max: sorted(period.max),
    flags: flags && sorted(flags),
    origin: late ? 's' : 'l',
  };
}
