import dayjs, { type Dayjs } from 'dayjs';
import { formatTime, parseTime } from '#shared/domain/time.ts';

/**
 * The picker uses the browser's time zone. Its values are the network's wall clock read as local time, and converted
 * back the same way.
 */
export function toPicker(iso: string): Dayjs {
  return dayjs(formatTime(new Date(iso)));
}

export function fromPicker(at: Dayjs | null): string | undefined {
  return at ? parseTime(at.format('YYYY-MM-DD HH:mm:ss'))?.toISOString() : undefined;
}
