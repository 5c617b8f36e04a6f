/** The time that stations live in. */
export interface Clock {
  now(): number;
  /** Runs `then` when so much of this time has passed; the answer calls it off. */
  wait(ms: number, then: () => void): () => void;
}

/**
 * Begins at `from` and runs `speed` times as fast as the wall's clock until it has caught up with it: never ahead,
 * because nobody accepts data from the future.
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

/** Reads 14 digits; NaN when they are no time. */
export function parseStamp(text: string): number {
  const match = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(text);
  if (!match) return Number.NaN;
  const [, year, month, day, hour, minute, second] = match;
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}+08:00`);
}
