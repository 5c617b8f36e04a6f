import { useState } from 'react';
import type { ReportPeriod } from '#shared/domain/air-report.ts';
import { bucketOf } from '#shared/domain/buckets.ts';
import { formatTime } from '#shared/domain/time.ts';
import { DAY_MS } from '#shared/domain/time-units.ts';
import { useAddress } from '#web/ui/useAddress.ts';

/** Default time range: 30 complete days, or 24 hours. */
const usualMs: Record<ReportPeriod, number> = { day: 30 * DAY_MS, hour: DAY_MS };

/** By time, or by AQI descending. */
const airOrders = ['asc', 'desc', 'worst'] as const;
export type AirOrder = (typeof airOrders)[number];

interface Change
  extends Partial<
    Record<
      'view' | 'month' | 'period' | 'from' | 'to' | 'order' | 'page_index' | 'page_size',
      string | number | undefined
    >
  > {
  site_ids?: readonly number[];
}

/** Query from the URL. */
export function useAirQuery() {
  const { params, numbers, change } = useAddress();
  const [now, setNow] = useState(Date.now);
  const period: ReportPeriod = params.get('period') === 'hour' ? 'hour' : 'day';
  const to = params.get('to') ?? bucketOf(period, new Date(now)).toISOString();
  const from = params.get('from') ?? new Date(Date.parse(to) - usualMs[period]).toISOString();
  const figure = (key: string, otherwise: number) => Number(params.get(key)) || otherwise;
  return {
    site_ids: numbers('site_ids'),
    period,
    from,
    to,
    /** Whether the user has chosen the time. */
    isChosen: params.has('from') && params.has('to'),
    isCalendar: params.get('view') === 'calendar',
    /** Month of the calendar; default: that of the last queried day. */
    month: params.get('month') ?? formatTime(new Date(Date.parse(to) - 1), 'yyyy-MM-dd').slice(0, 7),
    order: airOrders.find((one) => one === params.get('order')) ?? 'asc',
    page_index: figure('page_index', 1),
    page_size: figure('page_size', 50),
    /** Moves an open end to the current time. */
    renew: () => setNow(Date.now()),
    /** Anything but a page change goes back to the first page. */
    change: (patch: Change) => change({ page_index: undefined, ...patch }),
  };
}
