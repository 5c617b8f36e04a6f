import type { DutyBand } from '#shared/domain/duty.ts';

/** A shift of the roster: person, weekdays and times. Stored as one band per weekday. */
export interface Shift {
  key: number;
  user_id: number | undefined;
  weekdays: number[];
  start_time: string;
  end_time: string;
}

export function shiftsOf(bands: readonly DutyBand[]): Shift[] {
  const shifts = new Map<string, Shift>();
  for (const { user_id, weekday, start_time, end_time } of bands) {
    const same = `${user_id} ${start_time} ${end_time}`;
    const known = shifts.get(same);
    if (known) known.weekdays.push(weekday);
    else shifts.set(same, { key: shifts.size, user_id, weekdays: [weekday], start_time, end_time });
  }
  return [...shifts.values()];
}

export function bandsOf(shifts: readonly Shift[]): DutyBand[] {
  return shifts.flatMap(({ user_id, weekdays, start_time, end_time }) =>
    user_id === undefined || !isClock(start_time) || !isClock(end_time)
      ? []
      : weekdays.map((weekday) => ({ user_id, weekday, start_time, end_time })),
  );
}

/** 24-hour input: the browser's own may show 12 hours. */
export function isClock(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
}

export function isWhole({ user_id, weekdays, start_time, end_time }: Shift): boolean {
  return user_id !== undefined && weekdays.length > 0 && isClock(start_time) && isClock(end_time);
}

export function isSameRoster(one: readonly Shift[], other: readonly Shift[]): boolean {
  const said = (shifts: readonly Shift[]) =>
    JSON.stringify(shifts.map(({ key, weekdays, ...rest }) => ({ ...rest, weekdays: [...weekdays].sort() })));
  return said(one) === said(other);
}
