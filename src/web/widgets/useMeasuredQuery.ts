import { useState } from 'react';
import { type MeasuredType, measuredType } from '#shared/contract/readings/readings.ts';
import { DAY_MS } from '#shared/domain/time-units.ts';
import { wholeSpan } from '#shared/domain/whole-span.ts';
import { type Change, useAddress } from '#web/ui/useAddress.ts';

/** Default time range. */
const usualMs: Record<MeasuredType, number> = {
  realtime: DAY_MS,
  minute: DAY_MS,
  hour: 7 * DAY_MS,
  day: 30 * DAY_MS,
  month: 366 * DAY_MS,
};
/** Margin for station clocks that run ahead: otherwise the newest value would be missing. */
const aheadMs = 600_000;

/** Query from the URL; by default the usual time range up to the last reload. */
export function useMeasuredQuery() {
  const { params, numbers, change } = useAddress();
  const [now, setNow] = useState(Date.now);
  const data_type = measuredType.safeParse(params.get('data_type')).data ?? 'hour';
  const chosenTo = params.get('to');
  const end = new Date(chosenTo ?? now);
  const start = new Date(params.get('from') ?? end.getTime() - usualMs[data_type]);
  const whole = wholeSpan(data_type, { from: start, to: end });
  const [from, to] = [whole.from.toISOString(), whole.to.toISOString()];
  const isWhole = whole.to !== end;
  const figure = (key: string, otherwise: number) => Number(params.get(key)) || otherwise;
  return {
    params,
    numbers,
    data_type,
    /** Time range as displayed. */
    from,
    to,
    /** Time range as queried. */
    span: { from, to: chosenTo || isWhole ? to : new Date(now + aheadMs).toISOString() },
    page_index: figure('page_index', 1),
    page_size: figure('page_size', 50),
    /** Moves an open end to the current time. */
    renew: () => setNow(Date.now()),
    change: (patch: Change) => change({ page_index: undefined, ...patch }),
  };
}
