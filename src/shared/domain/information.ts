import { parseTime } from './time.ts';

/** Items whose values have another meaning in the surface-water profile. */
const WATER = new Set(['i12001', 'i12003', 'i12031']);

/** Word key of an information item (`i12001`, `RS`); not every item has a word. */
export function informationWord(info: string): string {
  return `deviceLogs.info_${info}`;
}

/** Word key of a value's meaning; measured values have none. */
export function informationValueWord(info: string, value: string, edition: string): string {
  if (info.endsWith('-Flag')) return `wire.flag_${value.trim()}`;
  const profile = edition === 'water' && WATER.has(info) ? 'water_' : '';
  return `deviceLogs.value_${profile}${info}_${value.trim()}`;
}

const wireTime = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/;

/** The time in a value, in the notation of packets: `20240601120500`. */
export function informationTime(value: string): Date | undefined {
  return wireTime.test(value) ? parseTime(value.replace(wireTime, '$1-$2-$3 $4:$5:$6')) : undefined;
}
