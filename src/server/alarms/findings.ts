import type { App } from '#server/app.ts';
import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import type { AlarmKind } from '#shared/domain/alarm-kinds.ts';
import { deviceFault, isDoorOpen } from '#shared/domain/device-faults.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/domain/time-units.ts';
import type { AlarmSite, KindSetting } from './setup.ts';

/** A current problem of a station. */
export interface Wrong {
  site_id: number;
  component_id?: number | null;
  /** Tells it from other problems of the same kind. */
  side?: string;
  from: number;
  value?: number | null;
  limit?: number | null;
  details?: Record<string, unknown>;
}

export interface Asked {
  site: AlarmSite;
  setting: KindSetting;
}

export type Looking = Pick<App, 'pool' | 'now' | 'series'>;

export interface Found {
  wrong: Wrong[];
  /** Whether it is unknown at the moment if a problem still exists; open alarms then stay open. */
  isUnsure?(open: { site_id: number; component_id: number | null }): boolean;
}

/** Finds problems by the server's clock, at the given stations. */
export interface Finding {
  everyMs: number;
  find(app: Looking, asked: ReadonlyMap<number, Asked>): Promise<Found>;
}

/** Offline according to the gateway's watchdog, and silent for as long as the setting says. */
const offline: Finding = {
  everyMs: 5000,
  find: async ({ pool, now }, asked) => {
    const rows = await pool.rows<{ site_id: number; last: string; interval_seconds: number }>(sql`
      select l.site_id, coalesce(l.last_packet_at, l.changed_at) as last, s.interval_seconds
        from link_state l join site s using (site_id) where not l.online`);
    const wrong = rows.flatMap(({ site_id, last, interval_seconds }) => {
      const after = param(asked, site_id, 'after') * MINUTE_MS;
      if (now().getTime() - Date.parse(last) < after) return [];
      const from = Date.parse(last) + interval_seconds * 1000;
      return [{ site_id, from, details: { last_packet_at: last } }];
    });
    return { wrong };
  },
};

function param(asked: ReadonlyMap<number, Asked>, site_id: number, name: string): number {
  return asked.get(site_id)?.setting.params[name] ?? 0;
}

interface DeviceState {
  site_id: number;
  target: string;
  info: string;
  value: string;
  ts: string;
  edition: string;
}

/** The latest state that devices reported, item by item. */
function lastStates(db: Db, infos: readonly string[], now: Date): Promise<DeviceState[]> {
  return db.rows<DeviceState>(sql`
    select distinct on (l.site_id, l.target, l.info) l.site_id, l.target, l.info, l.value, l.ts,
           coalesce(a.edition, '2017') as edition
      from device_log l join site s using (site_id) left join agreement a using (agreement_id)
     where l.info = any(${[...infos]}) and l.ts > ${new Date(now.getTime() - STATE_REACH_MS)}
     order by l.site_id, l.target, l.info, l.ts desc, l.log_id desc`);
}
const STATE_REACH_MS = 7 * DAY_MS;

const fault: Finding = {
  everyMs: 10_000,
  find: async ({ pool, now }) => {
    const states = await lastStates(pool, deviceFault.infos, now());
    const wrong = states.flatMap(({ site_id, target, info, value, ts, edition }) =>
      deviceFault.isFault(info, value, edition)
        ? [
            {
              site_id,
              side: `${target} ${info}`.trim(),
              from: Date.parse(ts),
              details: { target, info, value },
            },
          ]
        : [],
    );
    return { wrong };
  },
};

const door: Finding = {
  everyMs: 10_000,
  find: async ({ pool, now }) => {
    const states = await lastStates(pool, ['i32001'], now());
    const wrong = states.flatMap(({ site_id, value, ts }) =>
      isDoorOpen(value) ? [{ site_id, from: Date.parse(ts), details: { info: 'i32001', value } }] : [],
    );
    return { wrong };
  },
};

const lowPower: Finding = {
  everyMs: 10_000,
  find: async ({ pool, now }, asked) => {
    const states = await lastStates(pool, ['i33103'], now());
    const wrong = states.flatMap(({ site_id, value, ts }) => {
      const supply = asked.get(site_id)?.site.power_supply === 'mains' ? 'mains' : 'battery';
      const [volts, limit] = [Number.parseFloat(value), param(asked, site_id, supply)];
      return volts < limit ? [{ site_id, from: Date.parse(ts), value: volts, limit }] : [];
    });
    return { wrong };
  },
};

/** How long after its end an hour is expected. */
const GRACE_MS = 20 * MINUTE_MS;

/**
 * Online for that long, without a valid hour of a factor that the site reports. If all factors are missing, it is one
 * problem of the site. Unknown for sites that are offline or have just come back.
 */
const missing: Finding = {
  everyMs: MINUTE_MS,
  find: async ({ pool, series, now }, asked) => {
    const rows = await pool.rows<{ site_id: number; online: boolean; since: string; fids: number[] }>(sql`
      select l.site_id, l.online, l.changed_at as since, array_agg(d.component_id::integer) as fids
        from link_state l join device_factor d using (site_id) group by 1, 2, 3`);
    const end = Math.floor((now().getTime() - GRACE_MS) / HOUR_MS) * HOUR_MS;
    const looked = rows
      .filter(({ site_id }) => asked.has(site_id))
      .map((row) => ({ ...row, from: end - param(asked, row.site_id, 'hours') * HOUR_MS }));
    const came = await hoursThatCame(series, looked, end);
    const gone = looked.map(({ site_id, from, fids, ...link }) => {
      const starts = Array.from({ length: (end - from) / HOUR_MS }, (_, i) => from + i * HOUR_MS);
      const absent = fids.filter((fid) => !starts.some((start) => came.has(`${site_id} ${fid} ${start}`)));
      const isDue = link.online && Date.parse(link.since) <= from;
      return { site_id, from, isDue, absent, isAll: absent.length === fids.length };
    });
    const unsure = new Set(
      gone.flatMap(({ site_id, isDue, absent, isAll }) =>
        isDue ? [] : [...absent, ...(isAll ? [null] : [])].map((fid) => `${site_id} ${fid}`),
      ),
    );
    return {
      isUnsure: ({ site_id, component_id }) => unsure.has(`${site_id} ${component_id}`),
      wrong: gone.flatMap(({ site_id, from, isDue, absent, isAll }) => {
        if (!isDue) return [];
        return isAll ? [{ site_id, from }] : absent.map((component_id) => ({ site_id, component_id, from }));
      }),
    };
  },
};

/** Keys `site factor start` of the hours that have a value. */
async function hoursThatCame(
  series: Looking['series'],
  looked: readonly { site_id: number; from: number }[],
  end: number,
): Promise<ReadonlySet<string>> {
  if (looked.length === 0) return new Set();
  const hours = await series.buckets({
    ...{ level: 'hour', site_ids: looked.map(({ site_id }) => site_id), extremes: false },
    ...{ from: new Date(Math.min(...looked.map(({ from }) => from))), to: new Date(end) },
  });
  return new Set(
    hours.flatMap(({ site_id, ts, fids, avg }) =>
      fids.flatMap((fid, i) => (avg[i] === null ? [] : [`${site_id} ${fid} ${Date.parse(ts)}`])),
    ),
  );
}

/** Only recently received values tell something about a clock. */
const RECENT_MS = 10 * MINUTE_MS;

/** Compares the time of values with the time of their receipt; includes packets that were refused for their time. */
const clockDrift: Finding = {
  everyMs: MINUTE_MS,
  find: async ({ pool, series, now }, asked) => {
    const since = new Date(now().getTime() - RECENT_MS);
    const newest = await series.latest([...asked.keys()], 'realtime');
    const held = await pool.rows<{ site_id: number; ts: string; received_at: string }>(sql`
      select distinct on (site_id) site_id, ts, received_at from held_packet
       where reason = 'future_time' and data_type = 'realtime' and received_at > ${since}
       order by site_id, received_at desc`);
    const recent = [...newest, ...held].filter(
      ({ received_at }) => Date.parse(received_at) > since.getTime(),
    );
    const said = new Map(recent.map((one) => [one.site_id, one]));
    return {
      isUnsure: ({ site_id }) => !said.has(site_id),
      wrong: [...said.values()].flatMap(({ site_id, ts, received_at }) => {
        const minutes = (Date.parse(ts) - Date.parse(received_at)) / MINUTE_MS;
        const limit = param(asked, site_id, 'after');
        return Math.abs(minutes) > limit
          ? [{ site_id, from: Date.parse(received_at), value: Math.round(minutes), limit }]
          : [];
      }),
    };
  },
};

export const findings: Partial<Record<AlarmKind, Finding>> = {
  offline,
  fault,
  door,
  low_power: lowPower,
  missing,
  clock_drift: clockDrift,
};
