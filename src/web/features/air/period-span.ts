import { atWallTime } from '#shared/domain/time.ts';

export const periodKinds = ['month', 'quarter', 'year', 'range'] as const;
export type PeriodKind = (typeof periodKinds)[number];

const monthsOf = { month: 1, quarter: 3, year: 12 };

/** Month, quarter or year of a day (`yyyy-MM-dd`) in the network's time zone. */
export function periodSpan(kind: keyof typeof monthsOf, day: string): { from: string; to: string } {
  const [year = 0, month = 1] = day.split('-').map(Number);
  const months = monthsOf[kind];
  const first = month - ((month - 1) % months);
  const startOf = (at: number) =>
    atWallTime({ year, month: at, day: 1, hour: 0, minute: 0, second: 0 }).toISOString();
  return { from: startOf(first), to: startOf(first + months) };
}
