import type { Member } from '#shared/domain/averaging.ts';
import { o3DailyMax8h, ozoneWindows } from '#shared/domain/ozone.ts';
import type { Hours } from '#shared/domain/sliding.ts';
import { HOUR_MS } from '#shared/domain/time-units.ts';
import type { Effective } from './effective.ts';

/** How a daily value of one factor is derived from the hourly values of another. */
export type Derivation = 'max_1h' | 'max_8h';

export interface Derived {
  fid: number;
  /** The factor whose hourly values are used. */
  from: number;
  derivation: Derivation;
}

const HOURS = 24;

/** The daily value of a factor that no device sends; undefined if the other factor has no hours. */
export function derivedOf(
  derivation: Derivation,
  day: Date,
  hours: readonly Member[] | undefined,
): Effective | undefined {
  if (!hours) return undefined;
  const byHour = Array.from({ length: HOURS }, (): number | null => null);
  for (const { at, value, counts } of hours) {
    const hour = Math.floor((at - day.getTime()) / HOUR_MS);
    if (counts && hour < HOURS) byHour[hour] = value;
  }
  const { value, valid, expected } = derivation === 'max_1h' ? highestHour(byHour) : highest8Hours(byHour);
  return { value, min: null, max: null, cou: null, n: valid, valid, expected, origin: 'h', flag: '' };
}

type Found = Pick<Effective, 'value' | 'valid' | 'expected'>;

function highestHour(hours: Hours): Found {
  const present = hours.filter((hour) => hour !== null);
  return { value: present.length > 0 ? Math.max(...present) : null, valid: present.length, expected: HOURS };
}

/** A day over the limit is valid even with too few windows; then only as many as there are count as expected. */
function highest8Hours(hours: Hours): Found {
  const { value, valid, windows } = o3DailyMax8h(hours);
  const expected = valid && windows < ozoneWindows.needed ? windows : ozoneWindows.ofDay;
  return { value, valid: windows, expected };
}
