import { wallTime } from '#shared/domain/time.ts';
import { sectorsOf } from '#shared/domain/wind-profile.ts';

/** Selection in the charts: at most one of each kind. */
export interface Chosen {
  sector?: number | undefined;
  hour?: number | undefined;
  weekday?: number | undefined;
  day?: string | undefined;
}

export const chosenSorts = ['sector', 'hour', 'weekday', 'day'] as const;

/** Parallel arrays: values of a site and properties of each time step. */
export interface SiteValues {
  times: readonly number[];
  values: readonly (number | null)[];
  others: readonly (number | null)[];
  speeds: readonly (number | null)[];
  sectors: readonly (number | undefined)[];
  hours: readonly number[];
  /** 0 is Monday. */
  weekdays: readonly number[];
  days: readonly string[];
}

interface Rows {
  times: readonly number[];
  values: readonly (number | null)[];
  others: readonly (number | null)[];
  speeds: readonly (number | null)[];
  directions: readonly (number | null)[];
}

export function siteValues({ times, directions, speeds, ...rows }: Rows): SiteValues {
  const walls = times.map((at) => wallTime(new Date(at)));
  const two = (part: number) => String(part).padStart(2, '0');
  return {
    ...rows,
    times,
    speeds,
    sectors: sectorsOf(directions, speeds),
    hours: walls.map(({ hour }) => hour),
    weekdays: walls.map(
      ({ year, month, day }) => (new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7,
    ),
    days: walls.map(({ year, month, day }) => `${year}-${two(month)}-${two(day)}`),
  };
}

/** Values of selected steps, null for others. A chart ignores its own kind of selection (`but`). */
export function lookedAt(
  site: SiteValues,
  values: readonly (number | null)[],
  chosen: Chosen,
  but?: keyof Chosen,
): (number | null)[] {
  const isIn = (step: number) =>
    (but === 'sector' || chosen.sector === undefined || site.sectors[step] === chosen.sector) &&
    (but === 'hour' || chosen.hour === undefined || site.hours[step] === chosen.hour) &&
    (but === 'weekday' || chosen.weekday === undefined || site.weekdays[step] === chosen.weekday) &&
    (but === 'day' || chosen.day === undefined || site.days[step] === chosen.day);
  return values.map((value, step) => (isIn(step) ? value : null));
}
