import type { Explained } from '#shared/contract/packets.ts';
import type { StatusTone } from '#web/ui/Status.tsx';

export const verdictTones: Record<Explained['verdict'], StatusTone> = {
  ok: 'good',
  bad_length: 'notice',
  bad_crc: 'bad',
  malformed: 'bad',
};
