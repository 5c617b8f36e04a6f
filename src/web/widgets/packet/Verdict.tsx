import type { Explained } from '#shared/contract/packets/packets.ts';
import { useT } from '#web/i18n.ts';
import { Status, type StatusTone } from '#web/ui/Status.tsx';

type VerdictProps = Pick<Explained, 'verdict' | 'accepted'>;

/** Verdict on a frame. Deviations that the platform tolerates are notices, not failures. */
export function Verdict({ verdict, accepted }: VerdictProps) {
  const t = useT();
  const isTolerated = accepted && verdict !== 'ok' && verdict !== 'malformed';
  return (
    <Status tone={isTolerated ? 'notice' : tones[verdict]}>
      {isTolerated ? t(`packets.accepted_${verdict}`) : t(`packets.verdict_${verdict}`)}
    </Status>
  );
}

const tones: Record<Explained['verdict'], StatusTone> = {
  ok: 'good',
  bad_length: 'bad',
  bad_crc: 'bad',
  malformed: 'bad',
};
