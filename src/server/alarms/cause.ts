import type { DataType } from '#protocol/commands.ts';
import type { App } from '#server/app.ts';
import { json, sql } from '#server/db/sql.ts';
import { type CauseFigures, likelyCause, timesUsual } from '#shared/domain/alarm-cause.ts';
import type { AlarmKind } from '#shared/domain/alarm-kinds.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/domain/time-units.ts';
import { NEIGHBOURS, neighboursOf } from './neighbours.ts';
import { readRows, type SiteRow } from './rows.ts';
import type { AlarmSetup } from './setup.ts';

/** Few at a time, because a round is never interrupted and packets may be waiting. */
const AT_ONCE = 10;
/** How old a neighbour's value may be to be compared. */
const STILL_MS: Record<DataType, number> = {
  realtime: 15 * MINUTE_MS,
  minute: 15 * MINUTE_MS,
  hour: HOUR_MS,
  day: DAY_MS,
};
const PAST_MS: Record<DataType, number> = {
  realtime: 6 * HOUR_MS,
  minute: 6 * HOUR_MS,
  hour: DAY_MS,
  day: 14 * DAY_MS,
};

interface Unexplained {
  alarm_id: number;
  site_id: number;
  component_id: number;
  data_type: DataType;
  raised_at: string;
  peak: number;
  limit_value: number | null;
}

/** Adds the likely cause to new alarms of measured values. It never hides an alarm, and users can override it. */
export async function explainAlarms(
  app: Pick<App, 'pool' | 'series' | 'now'>,
  setup: Pick<AlarmSetup, 'site' | 'kind' | 'kindOfAll'>,
): Promise<number> {
  const fresh = await app.pool.rows<Unexplained>(sql`
    select alarm_id, site_id, component_id, data_type, raised_at, peak, limit_value from alarm
     where family = 'measurement' and component_id is not null and cause_figures is null and cause_by is null
       and peak is not null
       and opened_at > ${new Date(app.now().getTime() - DAY_MS)}
     order by alarm_id desc limit ${AT_ONCE}`);
  for (const alarm of fresh) {
    const site = setup.site(alarm.site_id);
    const { params } = site ? setup.kind('over_standard', site) : setup.kindOfAll('over_standard');
    const radius_km = params.neighbour_km ?? 0;
    const figures = await figuresOf(app, alarm, radius_km);
    const { cause, bearing } = likelyCause(figures);
    // The cause that the platform found stays readable after a user overrides it.
    await app.pool.run(sql`
      update alarm set cause = ${cause}, cause_figures = ${json({ ...figures, radius_km, cause, bearing })}::jsonb
       where alarm_id = ${alarm.alarm_id} and cause_by is null`);
  }
  return fresh.length;
}

async function figuresOf(
  app: Pick<App, 'pool' | 'series'>,
  alarm: Unexplained,
  radius_km: number,
): Promise<CauseFigures> {
  const { site_id, component_id, data_type } = alarm;
  const at = Date.parse(alarm.raised_at);
  const near = await neighboursOf(app.pool, site_id, radius_km);
  const since = new Date(at - PAST_MS[data_type]);
  const { wind, sisters } = await companions(app, site_id, component_id);
  const fids = [component_id, ...sisters, ...wind.filter((fid) => fid !== undefined)];
  const own = await readRows(app.series, data_type, [site_id], since, new Date(at), fids);
  const newest = own.at(-1);
  const before = own.filter((row) => row.at < at);
  const others = await readRows(
    app.series,
    data_type,
    near.map((one) => one.site_id),
    new Date(at - STILL_MS[data_type]),
    new Date(at),
    [component_id],
  );
  const valueIn = (row: SiteRow | undefined, fid: number) => row?.values.get(fid)?.value ?? null;
  const times = (fid: number) => {
    const value = valueIn(newest, fid);
    const past = before.flatMap((row) => valueIn(row, fid) ?? []);
    return value === null ? null : timesUsual(value, past);
  };
  const [direction, speed] = wind.map((fid) => (fid === undefined ? null : valueIn(newest, fid)));
  return {
    value: alarm.peak,
    limit: alarm.limit_value,
    neighbours: near
      .flatMap((one) => {
        const row = others.filter((each) => each.site_id === one.site_id).at(-1);
        const value = valueIn(row, component_id);
        return value === null ? [] : [{ ...one, value }];
      })
      .slice(0, NEIGHBOURS),
    wind:
      direction !== null && direction !== undefined && speed !== null && speed !== undefined
        ? { direction, speed }
        : null,
    times: times(component_id),
    sisters: sisters.flatMap((fid) => {
      const each = times(fid);
      return each === null ? [] : [{ component_id: fid, times: each }];
    }),
    faults: await faultsOf(app, alarm),
  };
}

/** Wind direction and speed, and the other factors of the same category at the site. */
async function companions({ pool }: Pick<App, 'pool'>, site_id: number, component_id: number) {
  const rows = await pool.rows<{ fid: number; key: string; sister: boolean }>(sql`
    select c.component_id as fid, c.component_key as key,
           c.category = o.category and c.component_id <> o.component_id and c.derived_from is null as sister
      from component c, component o
     where o.component_id = ${component_id}
       and (c.component_key in ('wind_direction', 'wind_speed')
            or exists (select from device_factor d where d.site_id = ${site_id} and d.component_id = c.component_id))`);
  const fidOf = (key: string) => rows.find((row) => row.key === key)?.fid;
  return {
    wind: [fidOf('wind_direction'), fidOf('wind_speed')],
    sisters: rows.filter(({ sister }) => sister).map(({ fid }) => fid),
  };
}

/** Faults of the same instrument or of the station that were open when the alarm was raised. */
async function faultsOf({ pool }: Pick<App, 'pool'>, alarm: Unexplained): Promise<AlarmKind[]> {
  const rows = await pool.rows<{ kind: AlarmKind }>(sql`
    select distinct kind from alarm
     where site_id = ${alarm.site_id} and family = 'instrument' and kind not in ('offline', 'missing', 'door')
       and (component_id is null or component_id = ${alarm.component_id})
       and from_at <= ${alarm.raised_at} and (ended_at is null or ended_at >= ${alarm.raised_at})
       and end_reason is distinct from 'corrected'`);
  return rows.map(({ kind }) => kind);
}
