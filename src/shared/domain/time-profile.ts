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

/**
 * Centred moving mean (an even `width` covers one step more); null unless more than half of `width` values are present.
 */
export function movingMean(values: MaybeNumbers, width: number): (number | null)[] {
  const half = Math.floor(width / 2);
  let [sum, n] = [0, 0];
  const count = (value: number | null | undefined, by: 1 | -1) => {
    if (typeof value !== 'number') return;
    sum += by * value;
    n += by;
  };
  for (let i = 0; i < Math.min(half, values.length); i++) count(values[i], 1);
  return values.map((_, i) => {
    count(values[i + half], 1);
    if (i > half) count(values[i - half - 1], -1);
    return n * 2 > width ? sum / n : null;
  });
}
