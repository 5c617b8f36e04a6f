import type { SentOf } from '#shared/contract/define.ts';
import { decoding } from '#shared/contract/packets/packets.ts';
import { useCall } from '#web/api/useCall.ts';
import { ListError, ListSkeleton } from '#web/ui/ListStates.tsx';
import { ExplainedPacket } from './ExplainedPacket.tsx';
import { ExplainedPackets } from './ExplainedPackets.tsx';

/** Decodes packets and shows the result; the previous result stays until the next one arrives. */
export function Explanation({ of }: { of: SentOf<typeof decoding.decode> }) {
  const answer = useCall(decoding.decode, of, { keepPrevious: true });
  if (answer.data) {
    const { further, ...first } = answer.data;
    return further.length > 0 ? (
      <ExplainedPackets packets={[first, ...further]} />
    ) : (
      <ExplainedPacket packet={first} />
    );
  }
  return answer.error ? (
    <ListError error={answer.error} onRetry={() => void answer.refetch()} />
  ) : (
    <ListSkeleton />
  );
}
