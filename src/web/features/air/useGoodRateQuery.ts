import { bucketOf } from '#shared/domain/buckets.ts';
import { formatTime } from '#shared/domain/time.ts';
import { useAddress } from '#web/ui/useAddress.ts';
import { type PeriodKind, periodKinds, periodSpan } from './period-span.ts';

interface Change extends Partial<Record<'kind' | 'at' | 'from' | 'to' | 'sort', string | undefined>> {
  site_ids?: readonly number[];
}

/** Query from the URL; default: this month up to yesterday. */
export function useGoodRateQuery() {
  const { params, numbers, change } = useAddress();
  const kind: PeriodKind = periodKinds.find((one) => one === params.get('kind')) ?? 'month';
  const yesterday = new Date(bucketOf('day', new Date()).getTime() - 1);
  const at = params.get('at') ?? formatTime(yesterday, 'yyyy-MM-dd');
  const whole = periodSpan(kind === 'range' ? 'month' : kind, at);
  const span = kind === 'range' ? { ...whole, ...given(params) } : whole;
  return {
    site_ids: numbers('site_ids'),
    sort: params.get('sort') ?? undefined,
    kind,
    at,
    ...span,
    change: (patch: Change) => change({ ...patch }),
  };
}

function given(params: URLSearchParams): { from?: string; to?: string } {
  const [from, to] = [params.get('from'), params.get('to')];
  return { ...(from && { from }), ...(to && { to }) };
}
