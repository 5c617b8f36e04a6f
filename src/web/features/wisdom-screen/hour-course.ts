import type { Station } from '#web/network/network.ts';
import type { Frames } from '#web/network/replay-frames.ts';

export interface HourFigure {
  /** Start of the hour in milliseconds. */
  at: number;
  mean: number | null;
  highest: number | null;
}

/** Hourly mean and maximum over the stations; null without values. */
export function hourCourse(frames: Frames, stations: readonly Station[]): HourFigure[] {
  const counted = stations.filter(({ medium, site }) => medium === 'air' && !site.virtual_data);
  return Array.from({ length: frames.steps }, (_, step) => {
    let [sum, count, highest] = [0, 0, Number.NEGATIVE_INFINITY];
    for (const { site } of counted) {
      const value = frames.cell(step, site.site_id)?.value ?? null;
      if (value === null) continue;
      sum += value;
      count += 1;
      highest = Math.max(highest, value);
    }
    const at = frames.startOf(step).getTime();
    return count === 0 ? { at, mean: null, highest: null } : { at, mean: sum / count, highest };
  });
}

/** Continuous runs: missing hours are never bridged. */
export function stretches<Value>(values: readonly (Value | null)[]): { from: number; values: Value[] }[] {
  const found: { from: number; values: Value[] }[] = [];
  for (const [i, value] of values.entries()) {
    if (value === null) continue;
    const last = found.at(-1);
    if (last && last.from + last.values.length === i) last.values.push(value);
    else found.push({ from: i, values: [value] });
  }
  return found;
}

/** Round end of the axis, at least the highest value. */
export function axisEnd(highest: number): number {
  const steps = [10, 20, 50, 100, 150, 200, 300, 400, 500];
  return steps.find((step) => step >= highest) ?? Math.ceil(highest / 100) * 100;
}
