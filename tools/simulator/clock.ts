/** The simulated time of the stations. */
export interface Clock {
  now(): number;
  /** Runs `then` after `ms` of simulated time; the returned function cancels it. */
  wait(ms: number, then: () => void): () => void;
}

/**
 * Starts at `from` and runs at `speed` times real time until it has caught up. Never ahead of real time, because the
 * server does not store data from the future.
 */
export function clockFrom(from: number, speed: number): Clock {
  const began = Date.now();
  const ahead = () => from + (Date.now() - began) * speed;
  return {
    now: () => Math.min(ahead(), Date.now()),
    wait: (ms, then) => {
      const behind = ahead() < Date.now();
      const timer = setTimeout(then, behind ? ms / speed : ms);
      return () => clearTimeout(timer);
    },
  };
}

/** Parses 14 digits; NaN if they are no valid time. */
export function parseStamp(text: string): number {
  const match = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(text);
  if (!match) return Number.NaN;
  const [, year, month, day, hour, minute, second] = match;
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}+08:00`);
}
