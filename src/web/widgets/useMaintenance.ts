import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { maintenanceNow } from '#shared/contract/alarms/maintenance.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import { DAY_MS, HOUR_MS } from '#shared/domain/time-units.ts';
import { useCall } from '#web/api/useCall.ts';
import { useAskingSoon } from '#web/live/useAskingSoon.ts';
import { useLive } from '#web/live/useLive.ts';

export type OpenWindow = AnswerOf<typeof maintenanceNow.data>['data_info'][number];

/** Maintenance windows that are open now, at one site or all visible ones. */
export function useMaintenance(asked: { site_id?: number } = {}): readonly OpenWindow[] | undefined {
  const client = useQueryClient();
  // Reloads every hour, as the answer omits windows far ahead.
  const { data } = useCall(maintenanceNow.data, asked, { refetchMs: HOUR_MS });
  const askSoon = useAskingSoon(() => client.invalidateQueries({ queryKey: [maintenanceNow.data.path] }));
  useLive({ topics: ['maintenance'], site_ids: [] }, { onEvents: askSoon, onMissed: askSoon });
  const [now, setNow] = useState(Date.now);
  const windows = data?.data_info;
  useEffect(() => {
    const edges =
      windows?.flatMap(({ starts_at, ends_at }) => [Date.parse(starts_at), Date.parse(ends_at)]) ?? [];
    const next = Math.min(...edges.filter((at) => at > now));
    if (next === Infinity) return;
    // setTimeout overflows after 24 days.
    const timer = setTimeout(() => setNow(Date.now()), Math.min(next - Date.now() + 50, DAY_MS));
    return () => clearTimeout(timer);
  }, [windows, now]);
  return useMemo(
    () => windows?.filter((window) => isOpenAt(window, Math.max(now, Date.now()))),
    [windows, now],
  );
}

export function isOpenAt(
  { starts_at, ends_at }: Pick<OpenWindow, 'starts_at' | 'ends_at'>,
  at: number,
): boolean {
  return Date.parse(starts_at) <= at && Date.parse(ends_at) > at;
}
