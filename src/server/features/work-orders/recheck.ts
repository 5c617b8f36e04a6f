import { intervalMs } from '#server/alarms/checks.ts';
import type { App } from '#server/app.ts';
import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { countingOf } from '#server/series/counting.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import type { orderActions } from '#shared/contract/work-orders/orders.ts';
import { GAP_INTERVALS } from '#shared/domain/alarm-rule.ts';
import { type DataSpan, dataSpans, goodFrom, recheck } from '#shared/domain/order-recheck.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/domain/time-units.ts';

export type RecheckedAlarm = AnswerOf<typeof orderActions.get>['alarms'][number];

interface AlarmOfOrder extends Omit<RecheckedAlarm, 'state' | 'since' | 'until'> {
  site_id: number | null;
  data_type: keyof typeof lengths | null;
  is_open: boolean;
  fixed_at: string;
  minutes: number;
  interval_seconds: number;
  minute_step: number;
}

/** The time that a value covers. */
const lengths = { realtime: 0, minute: MINUTE_MS, hour: HOUR_MS, day: DAY_MS };

/**
 * Checks for each alarm of an order whether the data since the fix are good. A later episode of the same kind, factor
 * and side counts like the alarm itself: the problem is not fixed.
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
             as fixed_at,
           s.interval_seconds, coalesce(g.minute_step, 1) as minute_step
      from order_alarm oa
      join work_order o using (order_id)
      join order_form f using (form_id)
      join alarm a using (alarm_id)
      left join component c on c.component_id = a.component_id
      left join site s on s.site_id = a.site_id
      left join agreement g using (agreement_id)
     cross join lateral (
       select bool_or(x.ended_at is null) as is_open, max(x.ended_at) as ended_at from alarm x
        where x.alarm_id = a.alarm_id
           or x.site_id = a.site_id and x.kind = a.kind and x.side = a.side and x.from_at >= a.from_at
              and x.component_id is not distinct from a.component_id
              and x.data_type is not distinct from a.data_type
              and x.end_reason is distinct from 'corrected') l
     where oa.order_id = ${order_id} order by a.from_at, a.alarm_id`);
  const proofs = await dataOf({ series, now }, db, alarms);
  const judged = alarms.map(async (found) => {
    const { site_id, is_open, fixed_at, minutes, interval_seconds, minute_step, ...alarm } = found;
    const { state, since, until } = recheck({
      isOpen: is_open,
      ...fixOf(found),
      data: is_open ? [] : await proofs(found),
      minutes,
    });
    return { ...alarm, state, since: since?.toISOString() ?? null, until: until?.toISOString() ?? null };
  });
  return Promise.all(judged);
}

const fixOf = ({ ended_at, fixed_at }: Pick<AlarmOfOrder, 'ended_at' | 'fixed_at'>) => ({
  endedAt: ended_at === null ? null : new Date(ended_at),
  fixedAt: new Date(fixed_at),
});

/** The spans with data of a factor, or of the whole site. */
async function dataOf(
  app: Pick<App, 'series' | 'now'>,
  db: Db,
  alarms: readonly AlarmOfOrder[],
): Promise<(alarm: AlarmOfOrder) => Promise<DataSpan[]>> {
  const { series, now } = app;
  const upTo = (to: Date) => [{ from: new Date(0), to }];
  const site_ids = [...new Set(alarms.flatMap(({ site_id }) => site_id ?? []))];
  const counting = await countingOf(db, site_ids);
  return async (alarm) => {
    const { kind, site_id, component_id, data_type } = alarm;
    // Alarms without a site, such as disk, are monitored continuously.
    if (site_id === null) return upTo(now());
    if (component_id !== null && data_type !== null) {
      // The limit rules ignore invalid values, so these prove nothing either.
      const flags = kind === 'over_standard' ? (counting.get(site_id) ?? new Set<string>()) : undefined;
      return spansOf(app, { ...alarm, site_id, component_id, data_type }, flags);
    }
    // Gaps of a whole site raise alarms themselves.
    const [newest] = await series.latest([site_id], data_type ?? undefined);
    const ts =
      component_id === null ? newest?.ts : newest?.values.find(({ fid }) => fid === component_id)?.ts;
    return ts ? upTo(new Date(Date.parse(ts) + lengths[newest?.data_type ?? 'realtime'])) : [];
  };
}

/** Values per read, newest first, until they prove the fix or there are none left. */
const AT_ONCE = 2000;

type ValueAlarm = AlarmOfOrder & {
  site_id: number;
  component_id: number;
  data_type: keyof typeof lengths;
};

async function spansOf(
  { series, now }: Pick<App, 'series' | 'now'>,
  alarm: ValueAlarm,
  flags: ReadonlySet<string> | undefined,
): Promise<DataSpan[]> {
  const { data_type, minutes } = alarm;
  const interval = intervalMs(data_type, alarm);
  const good = goodFrom(fixOf(alarm));
  const asked = {
    ...{ site_ids: [alarm.site_id], fids: [alarm.component_id] },
    // Starts earlier, so that a value soon after the fix continues the span before it without a gap.
    from: new Date(good.getTime() - GAP_INTERVALS * interval),
    ...{ extremes: false, newest_first: true, limit: AT_ONCE },
  };
  const times: number[] = [];
  let to = now();
  for (;;) {
    const rows =
      data_type === 'hour' || data_type === 'day'
        ? await series.buckets({ ...asked, to, level: data_type })
        : await series.range({ ...asked, to, data_type });
    for (const { ts, avg, flags: said } of rows)
      if (isCounted({ value: avg[0] ?? null, flag: said?.[0] ?? '' }, flags)) times.push(Date.parse(ts));
    const spans = dataSpans(times.toReversed(), interval, lengths[data_type]);
    const oldest = rows.at(-1);
    const { state } = recheck({ isOpen: false, ...fixOf(alarm), data: spans, minutes });
    if (!oldest || rows.length < AT_ONCE || state === 'passed') return spans;
    to = new Date(oldest.ts);
  }
}

const isCounted = (
  { value, flag }: { value: number | null; flag: string },
  flags: ReadonlySet<string> | undefined,
) => value !== null && (flags === undefined || flags.has(flag || 'N'));
