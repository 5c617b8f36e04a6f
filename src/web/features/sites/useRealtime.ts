import { useMemo, useState } from 'react';
import { type DataType, readings } from '#shared/contract/readings/readings.ts';
import { HOUR_MS } from '#shared/domain/time-units.ts';
import { countingFlags, counts } from '#shared/domain/validity.ts';
import { useCall } from '#web/api/useCall.ts';
import { newestOf } from '#web/live/live-values.ts';
import { useLatest } from '#web/live/useLatest.ts';
import type { ShortSite } from '#web/widgets/site-tree.ts';
import { continued, courseMs, coursesOf, usualGapMs } from './lines.ts';

/** Margin for device clocks that run ahead. */
const aheadMs = HOUR_MS;

/** Newest value and sparkline of every factor, updated live. */
export function useRealtime({ site_id, counting_flags }: ShortSite, data_type: DataType) {
  const [opened] = useState(Date.now);
  const course = useCall(readings.ofSite, {
    site_id,
    data_type,
    from: new Date(opened - courseMs[data_type]).toISOString(),
    to: new Date(opened + aheadMs).toISOString(),
    page_size: 3000,
  });
  const { asked, heard, error, reload } = useLatest(site_id, data_type, () => void course.refetch());

  const counting = countingFlags(counting_flags);
  const courses = useMemo(() => course.data && coursesOf(course.data), [course.data]);
  const rows = asked?.map((value) => {
    const since = heard.get(value.component_id);
    const points = continued(courses?.get(value.component_id) ?? [], since ?? [], counting);
    const to = Math.max(opened, points.at(-1)?.at ?? 0);
    const span = { from: to - courseMs[data_type], to, gapMs: usualGapMs(points) };
    const newest = newestOf(value, since);
    return {
      ...newest,
      counts: counts(newest.flag, 'l', counting),
      isFresh: since !== undefined,
      course: { ...span, points },
    };
  });
  return { rows, error, reload };
}

export type RealtimeRow = NonNullable<ReturnType<typeof useRealtime>['rows']>[number];
