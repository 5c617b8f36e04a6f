import { formatTime } from '#shared/domain/time.ts';
import { MINUTE_MS } from '#shared/domain/time-units.ts';
import { upload } from '#test/helpers/upload.ts';

/** A small minute packet, dated some minutes ago. */
export function minutesAgo(mn: string, minutes: number): Uint8Array {
  const time = formatTime(new Date(Date.now() - minutes * MINUTE_MS), 'yyyy-MM-dd HH:mm').replace(/\D/g, '');
  return upload(mn, '2051', `${time}00`, { a34004: minutes % 100, a21026: 12, a21004: 30 });
}
