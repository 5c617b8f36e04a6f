import type { Station } from '#web/network/network.ts';
import type { Frames } from '#web/network/replay-frames.ts';

/** Hourly mean of the displayed values over the stations of one medium. */
export function replayCourse(
  frames: Pick<Frames, 'steps' | 'cell'>,
  stations: readonly Pick<Station, 'medium' | 'site'>[],
): (number | null)[] {
  const medium = stations.some((station) => station.medium === 'air') ? 'air' : 'water';
  const counted = stations.filter((station) => station.medium === medium && !station.site.virtual_data);
  return Array.from({ length: frames.steps }, (_, step) => {
    let [sum, count] = [0, 0];
    for (const { site } of counted) {
      const cell = frames.cell(step, site.site_id);
      if (!cell) continue;
      sum += cell.value ?? cell.level;
      count += 1;
    }
    return count > 0 ? sum / count : null;
  });
}

/** Hours with a tick: every sixth of a day, every midnight of a week. */
export function tickSteps(hours: number, hourOf: (step: number) => number): number[] {
  const every = hours > 24 ? 24 : 6;
  return Array.from({ length: hours }, (_, step) => step).filter((step) => hourOf(step) % every === 0);
}
