import { useState } from 'react';
import { DAY_MS, MINUTE_MS } from '#shared/domain/time-units.ts';
import { useAddress } from '#web/ui/useAddress.ts';
import type { Factor } from '#web/widgets/useFactors.ts';

/** Most vehicles at once. */
export const mostVans = 5;

export type TrackQuery = ReturnType<typeof useTrackQuery>;

/** Query from the URL; by default the last 24 hours. */
export function useTrackQuery(vans: readonly { site_id: number }[], factors: readonly Factor[]) {
  const { params, numbers, change } = useAddress();
  const [opened] = useState(() => Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS);
  const asked = numbers('sites').filter((id) => vans.some(({ site_id }) => site_id === id));
  const site_ids =
    asked.length > 0 ? asked.slice(0, mostVans) : vans.slice(0, 1).map(({ site_id }) => site_id);
  const pm25 = factors.find(({ component_key }) => component_key === 'pm25') ?? factors[0];
  return {
    site_ids,
    from: params.get('from') ?? new Date(opened - DAY_MS).toISOString(),
    to: params.get('to') ?? new Date(opened).toISOString(),
    factor: factors.find(({ component_id }) => component_id === Number(params.get('factor'))) ?? pm25,
    grid: params.get('grid') === 'yes',
    barbs: params.get('wind') === 'yes',
    change,
  };
}
