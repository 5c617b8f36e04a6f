import { type HeldGroup, heldActions } from '#shared/contract/packets/held.ts';
import { useMay } from '#web/api/powers.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';

const lookAgainMs = 30_000;
const none: readonly HeldGroup[] = [];

/** Held packets (wrong time) by site and reason; empty without permission. */
export function useHeld(site_id?: number): readonly HeldGroup[] {
  const may = useMay(heldActions.groups.needs);
  const answer = useCall(heldActions.groups, { site_id }, { enabled: may, refetchMs: lookAgainMs });
  return answer.data?.data_info ?? none;
}

/** For example "3 packets from the future". */
export function useHeldText(): (group: Pick<HeldGroup, 'reason' | 'packets'>) => string {
  const t = useT();
  return ({ reason, packets }) =>
    packets === 1 ? t(`heldPackets.one_${reason}`) : t(`heldPackets.count_${reason}`, { count: packets });
}
