import { knocking } from '#shared/contract/knocking.ts';
import { useCall } from '#web/api/useCall.ts';
import { useMay } from '#web/shell/powers.ts';

const lookAgainMs = 30_000;

/** How many devices are sending without being a site, for those who may know. */
export function useKnocking(): { may: boolean; waiting: number } {
  const may = useMay(knocking.list.needs);
  const answer = useCall(knocking.list, { page_size: 1 }, { enabled: may, refetchMs: lookAgainMs });
  return { may, waiting: answer.data?.total ?? 0 };
}
