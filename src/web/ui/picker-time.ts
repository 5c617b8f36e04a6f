import dayjs, { type Dayjs } from 'dayjs';
import { formatTime, parseTime } from '#shared/domain/time.ts';

/**
 * The picker works in the browser's zone, the network in its own: what the picker holds is the network's wall
 * clock read as if it were local, and it is read back the same way.
 */
export function toPicker(iso: string): Dayjs {
  return dayjs(formatTime(new Date(iso)));
}

export function fromPicker(at: Dayjs | null): string | undefined {
  return at ? parseTime(at.format('YYYY-MM-DD HH:mm:ss'))?.toISOString() : undefined;
}
