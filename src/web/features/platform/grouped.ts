const format = new Intl.NumberFormat('en');

/** 1234567 as 1,234,567, which both languages write alike. */
export function grouped(count: number): string {
  return format.format(count);
}
