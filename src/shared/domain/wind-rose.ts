import type { MaybeNumbers } from './correlation.ts';
import { windSector, windSectors } from './wind.ts';

export interface WindRose {
  calm: number;
  /** By sector: 0 is north, clockwise. */
  n: number[];
  mean: (number | null)[];
}

/** Frequency of the wind and mean of a value by direction. Below `calm` there is no direction. */
export function windRose(
  dirs: MaybeNumbers,
  speeds: MaybeNumbers,
  values: MaybeNumbers,
  calm: number,
): WindRose {
  const sectors = windSectors.map(() => ({ n: 0, sum: 0, there: 0 }));
  let calms = 0;
  for (let i = 0; i < speeds.length; i++) {
    const [speed, value] = [speeds[i], values[i]];
    if (typeof speed !== 'number') continue;
    if (speed < calm) {
      calms++;
      continue;
    }
    const sector = sectors[windSector(dirs[i])?.index ?? -1];
    if (!sector) continue;
    sector.n++;
    if (typeof value !== 'number') continue;
    sector.sum += value;
    sector.there++;
  }
  return {
    calm: calms,
    n: sectors.map(({ n }) => n),
    mean: sectors.map(({ sum, there }) => (there === 0 ? null : sum / there)),
  };
}
