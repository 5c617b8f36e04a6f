import type { MaybeNumbers } from './correlation.ts';
import { mean, percentile } from './statistics.ts';

/** Statistics of the values of one kind of time. */
export interface Spread {
  n: number;
  mean: number | null;
  q1: number | null;
  q3: number | null;
}

/** Statistics by a kind of time, such as the hour of the day: `kindOf` assigns each step to one of `kinds`. */
export function profile(values: MaybeNumbers, kinds: number, kindOf: (step: number) => number): Spread[] {
  const sorted = Array.from({ length: kinds }, (): number[] => []);
  for (const [step, value] of values.entries()) if (value !== null) sorted[kindOf(step)]?.push(value);
  return sorted.map((own) => ({
    n: own.length,
    mean: mean(own),
    q1: percentile(25, own),
    q3: percentile(75, own),
  }));
}

/** Mean of each step and those before it, `width` in all, as in a 24-hour mean; null with less than half of them. */
export function movingMean(values: MaybeNumbers, width: number): (number | null)[] {
  let [sum, n] = [0, 0];
  const count = (value: number | null | undefined, by: 1 | -1) => {
    if (typeof value !== 'number') return;
    sum += by * value;
    n += by;
  };
  return values.map((value, i) => {
    count(value, 1);
    count(values[i - width], -1);
    return n > 0 && n * 2 >= width ? sum / n : null;
  });
}
