import { type AlarmRule, isInHours } from './alarm-rule.ts';
import { atWallTime, formatTime, parseTime, wallTime } from './time.ts';

/** The end of the quiet hours that contain a moment, in network time; undefined if it is in none. */
export function quietUntil(at: Date, hours: AlarmRule['hours']): Date | undefined {
  let until = at;
  // Adjacent windows are joined. Quiet hours of a whole day have no end, so they are checked again after a day.
  for (let day = 0; day < 2 * (hours.length + 1); day++) {
    const window = hours.find((one) => isInHours(formatTime(until, 'HH:mm:ss'), [one]));
    if (!window) break;
    until = nextTime(until, window[1]);
  }
  return until > at ? until : undefined;
}

/** The next moment after this one with this local time. */
function nextTime(after: Date, clock: string): Date {
  const today =
    parseTime(`${formatTime(after, 'yyyy-MM-dd')} ${clock === '24:00' ? '00:00' : clock}`) ?? after;
  if (today > after) return today;
  const wall = wallTime(today);
  return atWallTime({ ...wall, day: wall.day + 1 });
}
