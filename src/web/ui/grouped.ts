const format = new Intl.NumberFormat('en');

/** 1234567 as 1,234,567, in both languages. */
export function grouped(count: number): string {
  return format.format(count);
}
