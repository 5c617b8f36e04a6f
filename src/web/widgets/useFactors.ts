import { useMemo } from 'react';
import type { AnswerOf } from '#shared/contract/define.ts';
import { components } from '#shared/contract/site-config/factors.ts';
import { staleMs } from '#web/api/freshness.ts';
import { useMay } from '#web/api/powers.ts';
import { useCall } from '#web/api/useCall.ts';

export type Factor = AnswerOf<typeof components.list>['data_info'][number];

/** Every factor that devices may send; empty without permission. */
export function useEveryFactor(): readonly Factor[] {
  const enabled = useMay(components.list.needs);
  const { data } = useCall(components.list, { page_size: 1000 }, { staleMs, enabled });
  return useMemo(() => data?.data_info.filter(({ is_derived }) => !is_derived) ?? [], [data]);
}

export function useFactors(): (component_id: number) => Factor | undefined {
  const all = useEveryFactor();
  return useMemo(() => {
    const byId = new Map(all.map((factor) => [factor.component_id, factor]));
    return (component_id) => byId.get(component_id);
  }, [all]);
}
