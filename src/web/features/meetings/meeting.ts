import type { AnswerOf } from '#shared/contract/define.ts';
import { meetingActions, meetings } from '#shared/contract/meetings/meetings.ts';
import { formatTime, parseTime } from '#shared/domain/time.ts';
import { DAY_MINUTES, DAY_MS } from '#shared/domain/time-units.ts';

export type Calendar = AnswerOf<typeof meetingActions.calendar>;
export type Room = Calendar['rooms'][number];
export type Meeting = Calendar['meetings'][number];

/** Cached calls to refresh after a change of meetings. */
export const meetingReads = [meetingActions.calendar, meetings.list];

/** Hours shown per day; meetings outside appear at the edges. */
export const FIRST_HOUR = 7;
export const LAST_HOUR = 22;
export const STEP = 15;
export const LONGEST = 240;
export const dayLength = (LAST_HOUR - FIRST_HOUR) * 60;

/** Initial values of a booking. */
export interface Wish {
  room_id?: number;
  date: string;
  /** Minutes of the day. */
  from: number;
  to: number;
}

const MORNING = 9 * 60;
const HOUR = 60;

/** Default booking: one hour from nine, today from the next half hour, or tomorrow if today has no hour left. */
export function nextWish(date: string, now: Date): Wish {
  const [today, time = ''] = formatTime(now, 'yyyy-MM-dd HH:mm').split(' ');
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const soon = Math.ceil((hours * 60 + minutes + 1) / 30) * 30;
  if (date === today && soon + HOUR >= DAY_MINUTES) {
    const tomorrow = formatTime(new Date(now.getTime() + DAY_MS), 'yyyy-MM-dd');
    return { date: tomorrow, from: MORNING, to: MORNING + HOUR };
  }
  const from = date === today ? Math.max(soon, MORNING) : MORNING;
  return { date, from, to: from + HOUR };
}

const two = (part: number) => String(part).padStart(2, '0');
export const clock = (minute: number) => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;

export function momentOf(date: string, minute: number): string {
  return (parseTime(`${date} ${clock(minute)}`) ?? new Date(Number.NaN)).toISOString();
}

export function minuteOn(date: string, at: string): number {
  const day = formatTime(new Date(at), 'yyyy-MM-dd');
  if (day < date) return 0;
  if (day > date) return DAY_MINUTES;
  const [hours = 0, minutes = 0] = formatTime(new Date(at), 'HH:mm').split(':').map(Number);
  return hours * 60 + minutes;
}

export function timesOf({ starts_at, ends_at }: Pick<Meeting, 'starts_at' | 'ends_at'>): string {
  return `${formatTime(new Date(starts_at), 'HH:mm')}–${formatTime(new Date(ends_at), 'HH:mm')}`;
}

/** Rounds to a quarter of an hour within the shown day. */
export function snapped(minute: number): number {
  const within = Math.min(Math.max(minute, FIRST_HOUR * 60), LAST_HOUR * 60);
  return Math.round(within / STEP) * STEP;
}

/** Start and end of a drag in either direction. */
export function pulled(from: number, to: number): { from: number; to: number } {
  const [first, last] = [Math.min(from, to), Math.max(from, to)];
  return { from: first, to: Math.min(Math.max(last, first + 2 * STEP), first + LONGEST) };
}
