/** `16.7 L/min`; a dash for nothing. */
export function withUnit(value: string | number | null | undefined, unit: string): string {
  return value === null || value === undefined ? '–' : `${value} ${unit}`.trim();
}
