import type { AnswerOf } from '#shared/contract/define.ts';
import { dutyCalendar } from '#shared/contract/groups/duty-calendar.ts';
import { dateAfter, weekdayOfDate } from '#shared/domain/duty-calendar.ts';

export type Calendar = AnswerOf<typeof dutyCalendar.data>;
export type Day = Calendar['days'][number];
export type Turn = Day['turns'][number] & { on_date: string };
export type Swap = Calendar['swaps'][number];
export type DutyView = 'month' | 'week';

/** Cached calls to refresh after a change of duty. */
export const dutyReads = [dutyCalendar.data, dutyCalendar.groups];

const mondayOf = (date: string) => dateAfter(date, 1 - weekdayOfDate(date));

/** Date range of a view, in whole weeks. */
export function shownDates(view: DutyView, date: string): { from: string; to: string } {
  if (view === 'week') return { from: mondayOf(date), to: dateAfter(mondayOf(date), 6) };
  const first = `${date.slice(0, 7)}-01`;
  const from = mondayOf(first);
  const last = dateAfter(monthAfter(first, 1), -1);
  return { from, to: dateAfter(mondayOf(last), 6) };
}

export function monthAfter(date: string, months: number): string {
  const at = new Date(`${date.slice(0, 7)}-01T00:00:00Z`);
  at.setUTCMonth(at.getUTCMonth() + months);
  return at.toISOString().slice(0, 10);
}

export function viewAfter(view: DutyView, date: string, steps: number): string {
  return view === 'week' ? dateAfter(date, 7 * steps) : monthAfter(date, steps);
}
