import type { App } from '#server/app.ts';
import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { countingOf } from '#server/series/counting.ts';
import type { LatestOfSite } from '#server/series/store.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import type { orderActions } from '#shared/contract/work-orders/orders.ts';
import { recheck } from '#shared/domain/order-recheck.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/domain/time-units.ts';

export type RecheckedAlarm = AnswerOf<typeof orderActions.get>['alarms'][number];

interface AlarmOfOrder extends Omit<RecheckedAlarm, 'state' | 'since' | 'until'> {
  site_id: number | null;
  data_type: keyof typeof lengths | null;
  is_open: boolean;
  fixed_at: string;
  minutes: number;
}

/** What a value stands for from its time on. */
const lengths = { realtime: 0, minute: MINUTE_MS, hour: HOUR_MS, day: DAY_MS };

/**
 * What the data say about each alarm of an order since it was fixed. An episode of the same kind, factor and side that
 * came later counts like the alarm itself: what comes back is not fixed.
 */
export async function recheckAlarms(
  { series, now }: Pick<App, 'series' | 'now'>,
  db: Db,
  order_id: number,
): Promise<RecheckedAlarm[]> {
  const alarms = await db.rows<AlarmOfOrder>(sql`
    select a.alarm_id, a.kind, a.site_id, a.component_id, c.component_name, c.component_name_en, c.formula, c.unit, c.decimals,
           a.data_type, a.side, a.limit_value, a.from_at, l.ended_at, l.is_open, f.recheck_minutes as minutes,
           -- What is done and closed in one step was fixed before it.
           coalesce(case when o.done_at is distinct from o.closed_at then o.done_at end, o.started_at, o.created_at)
             as fixed_at
      from order_alarm oa
      join work_order o using (order_id)
      join order_form f using (form_id)
      join alarm a using (alarm_id)
      left join component c on c.component_id = a.component_id
     cross join lateral (
       select bool_or(x.ended_at is null) as is_open, max(x.ended_at) as ended_at from alarm x
        where x.alarm_id = a.alarm_id
           or x.site_id = a.site_id and x.kind = a.kind and x.side = a.side and x.from_at >= a.from_at
              and x.component_id is not distinct from a.component_id
              and x.data_type is not distinct from a.data_type
              and x.end_reason is distinct from 'corrected') l
     where oa.order_id = ${order_id} order by a.from_at, a.alarm_id`);
  const newest = await newestValues({ series, now }, db, alarms);
  const judged = alarms.map(async ({ site_id, is_open, fixed_at, minutes, ...alarm }) => {
    const { state, since, until } = recheck({
      isOpen: is_open,
      endedAt: alarm.ended_at === null ? null : new Date(alarm.ended_at),
      fixedAt: new Date(fixed_at),
      // What concerns no station, such as a disk, is looked at all the time.
      dataUntil: site_id === null ? now() : await newest(site_id, { ...alarm, fixed_at }),
      minutes,
    });
    return { ...alarm, state, since: since?.toISOString() ?? null, until: until?.toISOString() ?? null };
  });
  return Promise.all(judged);
}

type Proof = Pick<AlarmOfOrder, 'kind' | 'data_type' | 'component_id' | 'fixed_at'>;
type Newest = (site_id: number, alarm: Proof) => Promise<Date | null>;

/** Up to when a factor, or a site as a whole, has data. */
async function newestValues(
  { series, now }: Pick<App, 'series' | 'now'>,
  db: Db,
  alarms: readonly Pick<AlarmOfOrder, 'site_id' | 'data_type'>[],
): Promise<Newest> {
  const site_ids = [...new Set(alarms.flatMap(({ site_id }) => site_id ?? []))];
  const counting = await countingOf(db, site_ids);
  const found = new Map<string, LatestOfSite>();
  for (const data_type of new Set(alarms.map((alarm) => alarm.data_type))) {
    for (const one of await series.latest(site_ids, data_type ?? undefined))
      found.set(`${one.site_id} ${data_type}`, one);
  }
  return async (site_id, { kind, data_type, component_id, fixed_at }) => {
    const one = found.get(`${site_id} ${data_type}`);
    const newest = component_id === null ? undefined : one?.values.find(({ fid }) => fid === component_id);
    let ts = component_id === null ? one?.ts : newest?.ts;
    const flags = counting.get(site_id) ?? new Set();
    // The rule of limits passes over what does not count, and so it proves nothing either.
    if (kind === 'over_standard' && component_id !== null && newest && !isCounted(newest, flags))
      ts = await lastCounted({ series, now }, { site_id, component_id, data_type, from: fixed_at }, flags);
    return ts ? new Date(Date.parse(ts) + lengths[one?.data_type ?? 'realtime']) : null;
  };
}

const isCounted = ({ value, flag }: { value: number | null; flag: string }, flags: ReadonlySet<string>) =>
  value !== null && flags.has(flag || 'N');

/** So many values that do not count are looked back through. */
const LOOKED_BACK = 5000;

async function lastCounted(
  { series, now }: Pick<App, 'series' | 'now'>,
  of: { site_id: number; component_id: number; data_type: AlarmOfOrder['data_type']; from: string },
  flags: ReadonlySet<string>,
): Promise<string | undefined> {
  const span = { site_ids: [of.site_id], fids: [of.component_id], from: new Date(of.from), to: now() };
  const paged = { extremes: false, newest_first: true, limit: LOOKED_BACK };
  const data_type = of.data_type ?? 'realtime';
  const rows =
    data_type === 'hour' || data_type === 'day'
      ? await series.buckets({ ...span, ...paged, level: data_type })
      : await series.range({ ...span, ...paged, data_type });
  return rows.find(({ avg, flags: said }) =>
    isCounted({ value: avg[0] ?? null, flag: said?.[0] ?? '' }, flags),
  )?.ts;
}
