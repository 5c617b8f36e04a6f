import { useMemo } from 'react';
import type { AnswerOf } from '#shared/contract/define.ts';
import { components } from '#shared/contract/factors.ts';
import { useCall } from '#web/api/useCall.ts';

export type Factor = AnswerOf<typeof components.list>['data_info'][number];

/** Every factor there is changes rarely; a minute spares a request for each table that names them. */
const once = { staleMs: 60_000 };

export function useEveryFactor(): readonly Factor[] {
  return useCall(components.list, { page_size: 1000 }, once).data?.data_info ?? none;
}

const none: readonly Factor[] = [];

export function useFactors(): (component_id: number) => Factor | undefined {
  const all = useEveryFactor();
  return useMemo(() => {
    const byId = new Map(all.map((factor) => [factor.component_id, factor]));
    return (component_id) => byId.get(component_id);
  }, [all]);
}
