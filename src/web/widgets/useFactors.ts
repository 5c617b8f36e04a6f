import { useMemo } from 'react';
import type { AnswerOf } from '#shared/contract/define.ts';
import { components } from '#shared/contract/site-config/factors.ts';
import { useCall } from '#web/api/useCall.ts';

export type Factor = AnswerOf<typeof components.list>['data_info'][number];

/** Factors change rarely; a minute spares a request for each table that names them. */
const once = { staleMs: 60_000 };

/** Every factor that a device may send. */
export function useEveryFactor(): readonly Factor[] {
  const { data } = useCall(components.list, { page_size: 1000 }, once);
  return useMemo(() => data?.data_info.filter(({ is_derived }) => !is_derived) ?? [], [data]);
}

export function useFactors(): (component_id: number) => Factor | undefined {
  const all = useEveryFactor();
  return useMemo(() => {
    const byId = new Map(all.map((factor) => [factor.component_id, factor]));
    return (component_id) => byId.get(component_id);
  }, [all]);
}
