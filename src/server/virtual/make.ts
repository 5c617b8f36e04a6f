import { setImmediate as breathe } from 'node:timers/promises';
import type { App } from '#server/app.ts';
import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { type Repeated, repeat } from '#server/jobs/repeat.ts';
import type { ReadingRow } from '#server/series/store.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/domain/time-units.ts';
import { simulatedFactors, usualKeys, type VirtualFactor, type VirtualSite } from './choice.ts';
import { minuteAt } from './values.ts';

/** After an interruption the past is filled in, but no further back: enough for a chart of a day. */
const MOST_MS = DAY_MS;
/** Rows per transaction: few, so that switching a site off hardly waits. */
const AT_ONCE = 2000;
/** More often than once a minute, so that a newly switched-on site is not empty for a whole minute. */
const EVERY_MS = 5000;

type Making = Pick<App, 'pool' | 'series' | 'now' | 'log'>;
/** Called with the rows of the last minute. */
type Tell = (made: readonly ReadingRow[], made_at: Date) => void;

export function startSimulating(app: Making, tell: Tell): Repeated {
  return repeat(EVERY_MS, () => makeDue(app, tell), app.log, 'could not simulate');
}

/** Makes the missing values up to the last full minute, for every site with virtual data whose device is silent. */
export async function makeDue({ pool, series, now }: Making, tell: Tell = () => {}): Promise<void> {
  const made_at = now();
  const last = Math.floor(made_at.getTime() / MINUTE_MS) * MINUTE_MS - MINUTE_MS;
  const due = await dueSites(pool, series, last);
  if (due.length === 0) return;
  const known = await usualFactors(pool);
  const store = async (rows: readonly ReadingRow[]) => {
    const made = await series.simulate(rows, made_at);
    tell(
      made.filter(({ ts }) => ts.getTime() === last),
      made_at,
    );
  };
  let rows: ReadingRow[] = [];
  for (const site of due.toSorted((a, b) => a.site_id - b.site_id)) {
    rows.push(...rowsOf(site, known, last));
    if (rows.length < AT_ONCE) continue;
    await store(rows);
    rows = [];
    await breathe();
  }
  if (rows.length > 0) await store(rows);
}

interface SilentSite {
  site_id: number;
  last_packet_at: string | null;
}

interface DueSite extends VirtualSite, SilentSite {
  /** The last simulated minute. */
  made: string | undefined;
}

/** Sites whose device is online are left out. */
async function dueSites(db: Db, series: Making['series'], last: number): Promise<DueSite[]> {
  const silent = await db.rows<SilentSite>(sql`
    select s.site_id, l.last_packet_at from site s left join link_state l using (site_id)
     where s.virtual_data and not coalesce(l.online, false)`);
  if (silent.length === 0) return [];
  const until = await series.simulatedUntil(silent.map(({ site_id }) => site_id));
  const due = silent.flatMap((site) => {
    const made = until.get(site.site_id);
    return made === undefined || Date.parse(made) < last ? [{ ...site, made }] : [];
  });
  if (due.length === 0) return [];
  const setUp = await virtualSites(
    db,
    due.map(({ site_id }) => site_id),
  );
  const sites = new Map(setUp.map((site) => [site.site_id, site]));
  return due.flatMap((one) => {
    const site = sites.get(one.site_id);
    return site ? [{ ...site, ...one }] : [];
  });
}

function virtualSites(db: Db, site_ids: readonly number[]): Promise<VirtualSite[]> {
  return db.rows<VirtualSite>(sql`
    select s.site_id, s.site_type, s.latitude, s.longitude, s.water_quality_type, s.water_pollution_level,
           coalesce(f.factors, '[]') as factors
      from site s
      left join lateral (
        select json_agg(json_build_object(
                 'fid', c.component_id, 'key', c.component_key, 'category', c.category, 'averaging', c.averaging,
                 'decimals', coalesce(d.decimals, c.decimals), 'range_min', coalesce(d.range_min, c.range_min),
                 'range_max', coalesce(d.range_max, c.range_max))) as factors
          from device_factor d join component c using (component_id)
         where d.site_id = s.site_id and c.derived_from is null) f on true
     where s.site_id = any(${site_ids})`);
}

function usualFactors(db: Db): Promise<VirtualFactor[]> {
  return db.rows<VirtualFactor>(sql`
    select component_id as fid, component_key as key, category, averaging, decimals, range_min, range_max
      from component where component_key = any(${usualKeys})`);
}

/** Each minute as a device would send it: a real-time value and the minute's mean. */
function rowsOf(site: DueSite, known: readonly VirtualFactor[], last: number): ReadingRow[] {
  const { site_id } = site;
  const factors = simulatedFactors(site, known);
  if (factors.length === 0) return [];
  const rows: ReadingRow[] = [];
  for (let start = firstOf(site, last); start <= last; start += MINUTE_MS) {
    const { avg, min, max } = minuteAt(site, factors, start);
    const row = {
      site_id,
      ts: new Date(start),
      fids: factors.map(({ fid }) => fid),
      avg,
      origin: 'v',
    } as const;
    rows.push({ ...row, data_type: 'realtime' }, { ...row, data_type: 'minute', min, max });
  }
  return rows;
}

/**
 * After the last simulated minute and the device's last packet. A newly switched-on site begins with the previous hour,
 * so that its charts are not empty and one whole hour can be assessed.
 */
function firstOf({ made, last_packet_at }: DueSite, last: number): number {
  const begin = made
    ? Math.max(Date.parse(made) + MINUTE_MS, last - MOST_MS + MINUTE_MS)
    : Math.floor((last + MINUTE_MS) / HOUR_MS) * HOUR_MS - HOUR_MS;
  const silent = last_packet_at
    ? Math.floor(Date.parse(last_packet_at) / MINUTE_MS) * MINUTE_MS + MINUTE_MS
    : 0;
  return Math.max(begin, silent);
}
