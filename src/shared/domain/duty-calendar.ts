import { type DutyBand, HOLIDAY, minuteOf } from './duty.ts';
import { atWallTime, formatTime } from './time.ts';
import { DAY_MINUTES, DAY_MS, MINUTE_MS } from './time-units.ts';

export type PlannedTurn = Pick<DutyBand, 'user_id' | 'start_time' | 'end_time'>;

/** A turn that another person takes over and, if agreed, the turn given in return. */
export interface AgreedSwap {
  swap_id: number;
  user_id: number;
  to_user_id: number;
  on_date: string;
  start_time: string;
  return_date: string | null;
  return_start: string | null;
}

/** Everything that decides who of a group is on duty. */
export interface DutyPlan {
  /** The weekly roster. */
  bands: readonly DutyBand[];
  holidays: ReadonlySet<string>;
  /** Dates with a plan of their own; an empty list means nobody. */
  days: ReadonlyMap<string, readonly PlannedTurn[]>;
  /** In the order of agreement: a swapped turn may be swapped again. */
  swaps: readonly AgreedSwap[];
}

export interface DutyTurn extends PlannedTurn {
  on_date: string;
  from: Date;
  to: Date;
  /** The person before swaps. */
  planned_user_id: number;
  swap_id: number | null;
}

export function dateAfter(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** 1 is Monday. */
export function weekdayOfDate(date: string): number {
  return ((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7) + 1;
}

/** The planned turns of a date before swaps: those of the date, otherwise of the holiday, otherwise of the weekday. */
function plannedOn({ bands, holidays, days }: DutyPlan, date: string): readonly PlannedTurn[] {
  const own = days.get(date);
  if (own) return own;
  const ofHolidays = holidays.has(date) ? bands.filter(({ weekday }) => weekday === HOLIDAY) : [];
  if (ofHolidays.length > 0) return ofHolidays;
  const weekday = weekdayOfDate(date);
  return bands.filter((band) => band.weekday === weekday);
}

function momentOn(date: string, minute: number): Date {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  return atWallTime({ year, month, day, hour: Math.floor(minute / 60), minute: minute % 60, second: 0 });
}

function turnOn(date: string, { user_id, start_time, end_time }: PlannedTurn): DutyTurn {
  const [start, end] = [minuteOf(start_time), minuteOf(end_time)];
  const from = momentOn(date, start);
  // A turn that does not end after its start ends on the next day, at that local time.
  const to = end > start ? momentOn(date, end) : momentOn(dateAfter(date, 1), end);
  return { user_id, start_time, end_time, on_date: date, from, to, planned_user_id: user_id, swap_id: null };
}

/** The turns that begin on a date, after swaps. */
export function turnsOn(plan: DutyPlan, date: string): DutyTurn[] {
  const turns = plannedOn(plan, date).map((planned) => turnOn(date, planned));
  const give = (from: number, to: number, start: string, swap_id: number) => {
    const turn = turns.find(({ user_id, start_time }) => user_id === from && start_time === start);
    // If the roster has changed since, there is nothing to take over.
    if (turn) Object.assign(turn, { user_id: to, swap_id });
  };
  for (const { swap_id, user_id, to_user_id, ...when } of plan.swaps) {
    if (when.on_date === date) give(user_id, to_user_id, when.start_time, swap_id);
    if (when.return_date === date && when.return_start !== null)
      give(to_user_id, user_id, when.return_start, swap_id);
  }
  return turns.sort((a, b) => a.from.getTime() - b.from.getTime() || a.user_id - b.user_id);
}

/** Everyone on duty at a moment, each once. A turn lasts a day at most. */
export function onDutyAt(plan: DutyPlan, at: Date): number[] {
  const today = formatTime(at, 'yyyy-MM-dd');
  const there = [dateAfter(today, -1), today]
    .flatMap((date) => turnsOn(plan, date))
    .filter(({ from, to }) => from <= at && at < to);
  return [...new Set(there.map(({ user_id }) => user_id))].sort((a, b) => a - b);
}

/** The parts of a date without anybody on duty, in minutes. */
export function gapsOn(plan: DutyPlan, date: string): { from: number; to: number }[] {
  const midnight = momentOn(date, 0).getTime();
  const minute = (at: Date) => Math.round((at.getTime() - midnight) / MINUTE_MS);
  const turns = [dateAfter(date, -1), date].flatMap((one) => turnsOn(plan, one));
  const gaps: { from: number; to: number }[] = [];
  let reached = 0;
  for (const { from, to } of turns) {
    if (minute(from) > reached) gaps.push({ from: reached, to: Math.min(minute(from), DAY_MINUTES) });
    reached = Math.max(reached, minute(to));
  }
  if (reached < DAY_MINUTES) gaps.push({ from: reached, to: DAY_MINUTES });
  return gaps.filter(({ from, to }) => from < to);
}
