import type { SentOf } from '#shared/contract/define.ts';
import { decoding } from '#shared/contract/packets.ts';
import { useCall } from '#web/api/useCall.ts';
import { ListError, ListSkeleton } from '#web/ui/ListStates.tsx';
import { ExplainedPacket } from './ExplainedPacket.tsx';

/** Asks for a packet to be explained, and shows it. What stands there stays until the next is known. */
export function Explanation({ of }: { of: SentOf<typeof decoding.decode> }) {
  const answer = useCall(decoding.decode, of, { keepPrevious: true });
  if (answer.data) return <ExplainedPacket packet={answer.data} />;
  return answer.error ? (
    <ListError error={answer.error} onRetry={() => void answer.refetch()} />
  ) : (
    <ListSkeleton />
  );
}
