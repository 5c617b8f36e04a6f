import { unregistered } from '#shared/contract/packets/unregistered.ts';
import { useMay } from '#web/api/powers.ts';
import { useCall } from '#web/api/useCall.ts';

const lookAgainMs = 30_000;

/** Number of unregistered devices, for users with permission. */
export function useUnregistered(): { may: boolean; waiting: number } {
  const may = useMay(unregistered.list.needs);
  const answer = useCall(
    unregistered.list,
    { page_size: 1 },
    { enabled: may, refetchMs: lookAgainMs, shell: true },
  );
  return { may, waiting: answer.data?.total ?? 0 };
}
