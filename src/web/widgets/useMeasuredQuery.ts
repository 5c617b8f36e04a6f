import { useState } from 'react';
import { type MeasuredType, measuredType } from '#shared/contract/readings/readings.ts';
import { DAY_MS } from '#shared/domain/time-units.ts';
import { wholeSpan } from '#shared/domain/whole-span.ts';
import { type Change, useAddress } from '#web/ui/useAddress.ts';

/** How far back one looks without saying. */
const usualMs: Record<MeasuredType, number> = {
  realtime: DAY_MS,
  minute: DAY_MS,
  hour: 7 * DAY_MS,
  day: 30 * DAY_MS,
  month: 366 * DAY_MS,
};
/** The newest value must not fall out because a station's clock runs ahead. */
const aheadMs = 600_000;

/** The question as the address holds it; what it leaves out is the usual time up to when it was last asked anew. */
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
    /** The time as it is shown. */
    from,
    to,
    /** The time as it is asked for. */
    span: { from, to: chosenTo || isWhole ? to : new Date(now + aheadMs).toISOString() },
    page_index: figure('page_index', 1),
    page_size: figure('page_size', 50),
    /** Up to now, where no end was chosen. */
    renew: () => setNow(Date.now()),
    change: (patch: Change) => change({ page_index: undefined, ...patch }),
  };
}
