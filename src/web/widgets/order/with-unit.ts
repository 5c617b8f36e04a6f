/** `16.7 L/min`; a dash if empty. */
export function withUnit(value: string | number | null | undefined, unit: string): string {
  return value === null || value === undefined ? '–' : `${value} ${unit}`.trim();
}
