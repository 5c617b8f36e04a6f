/** Items whose numbers mean something else in the surface-water profile. */
const WATER = new Set(['i12001', 'i12003', 'i12031']);

/** The word for an information item (`i12001`, `RS`), where there is one. */
export function informationWord(info: string): string {
  return `deviceLogs.info_${info}`;
}

/** The word for what its value means, where there is one; values that are measured have none. */
export function informationValueWord(info: string, value: string, edition: string): string {
  const profile = edition === 'water' && WATER.has(info) ? 'water_' : '';
  return `deviceLogs.value_${profile}${info}_${value.trim()}`;
}
