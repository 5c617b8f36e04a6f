import { hourOfDay } from './calendar.ts';

const FIRST_HOUR = 7;
const LAST_HOUR = 19;
const HOURS = LAST_HOUR - FIRST_HOUR;
const KM_PER_HOUR = 28;
const KM_PER_DEGREE = 111.32;

export type Corner = readonly [lat: number, lon: number];

function km([lat, lon]: Corner, [toLat, toLon]: Corner): number {
  const perLongitude = KM_PER_DEGREE * Math.cos((lat * Math.PI) / 180);
  return Math.hypot((toLat - lat) * KM_PER_DEGREE, (toLon - lon) * perLongitude);
}

/** The position of a van: it drives complete rounds from 7:00 to 19:00 and stays at the start at night. */
export function placeOnRoute(
  corners: readonly Corner[],
  ms: number,
): { latitude: number; longitude: number } {
  const legs = corners.map((corner, i) => {
    const next = corners[(i + 1) % corners.length] ?? corner;
    return { corner, next, length: km(corner, next) };
  });
  const round = legs.reduce((sum, { length }) => sum + length, 0);
  const rounds = Math.floor((HOURS * KM_PER_HOUR) / round);
  const part = Math.min(Math.max((hourOfDay(ms) - FIRST_HOUR) / HOURS, 0), 1);
  let left = (part * rounds * round) % round;
  for (const { corner, next, length } of legs) {
    if (left < length) {
      const [lat, lon] = corner;
      const along = left / length;
      return { latitude: lat + (next[0] - lat) * along, longitude: lon + (next[1] - lon) * along };
    }
    left -= length;
  }
  const [latitude, longitude] = corners[0] ?? [0, 0];
  return { latitude, longitude };
}
