import { parseTime } from './time.ts';

/** Items whose numbers mean something else in the surface-water profile. */
const WATER = new Set(['i12001', 'i12003', 'i12031']);

/** The word for an information item (`i12001`, `RS`), where there is one. */
export function informationWord(info: string): string {
  return `deviceLogs.info_${info}`;
}

/** The word for what its value means, where there is one; values that are measured have none. */
export function informationValueWord(info: string, value: string, edition: string): string {
  if (info.endsWith('-Flag')) return `wire.flag_${value.trim()}`;
  const profile = edition === 'water' && WATER.has(info) ? 'water_' : '';
  return `deviceLogs.value_${profile}${info}_${value.trim()}`;
}

const wireTime = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/;

/** The moment that a value names, as packets write one: `20240601120500`. */
export function informationTime(value: string): Date | undefined {
  return wireTime.test(value) ? parseTime(value.replace(wireTime, '$1-$2-$3 $4:$5:$6')) : undefined;
}
