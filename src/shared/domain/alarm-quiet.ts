import { type AlarmRule, isInHours } from './alarm-rule.ts';
import { atWallTime, formatTime, parseTime, wallTime } from './time.ts';

/** When the quiet hours that a moment lies in are over, on the network's wall clock. Undefined: it lies in none. */
export function quietUntil(at: Date, hours: AlarmRule['hours']): Date | undefined {
  let until = at;
  // Windows that follow one another are one; the whole day has no end, so that it is looked at again after a day.
  for (let day = 0; day < 2 * (hours.length + 1); day++) {
    const window = hours.find((one) => isInHours(formatTime(until, 'HH:mm:ss'), [one]));
    if (!window) break;
    until = nextTime(until, window[1]);
  }
  return until > at ? until : undefined;
}

/** The next moment after this one at which the wall shows this time of the day. */
function nextTime(after: Date, clock: string): Date {
  const today =
    parseTime(`${formatTime(after, 'yyyy-MM-dd')} ${clock === '24:00' ? '00:00' : clock}`) ?? after;
  if (today > after) return today;
  const wall = wallTime(today);
  return atWallTime({ ...wall, day: wall.day + 1 });
}
