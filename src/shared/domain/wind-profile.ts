import type { MaybeNumbers } from './correlation.ts';
import { percentile } from './statistics.ts';
import { windSector, windSectors } from './wind.ts';

/** Below this speed (m/s) the wind has no meaningful direction. */
export const CALM = 0.5;
/** Upper ends of the speed classes (m/s); the last has none. */
export const SPEED_CLASSES = [1.5, 3, 5, 8, Number.POSITIVE_INFINITY] as const;

export function speedClass(speed: number): number {
  return SPEED_CLASSES.findIndex((upper) => speed <= upper);
}

/** The sector of each hour's wind: -1 is calm, undefined is unknown. */
export function sectorsOf(dirs: MaybeNumbers, speeds: MaybeNumbers): (number | undefined)[] {
  return speeds.map((speed, i) => {
    if (typeof speed !== 'number') return undefined;
    return speed < CALM ? -1 : windSector(dirs[i])?.index;
  });
}

/** Frequency by sector and speed class. */
export function rose(sectors: readonly (number | undefined)[], speeds: MaybeNumbers): number[][] {
  const counts = SPEED_CLASSES.map(() => windSectors.map(() => 0));
  for (const [i, sector] of sectors.entries()) {
    const row = counts[speedClass(speeds[i] ?? 0)];
    if (sector === undefined || sector < 0 || !row) continue;
    row[sector] = (row[sector] ?? 0) + 1;
  }
  return counts;
}

/** Minimum number of values of a sector. */
export const LEAST_OF_SECTOR = 5;

export interface Conditional {
  /** Values above this are high. */
  threshold: number | null;
  /** Share of high values among the hours with wind from a sector; null if there are too few. */
  share: (number | null)[];
}

/** Conditional probability function: from which directions the wind blows when values are high (above a percentile). */
export function conditionalShare(
  sectors: readonly (number | undefined)[],
  values: MaybeNumbers,
  p = 75,
): Conditional {
  const threshold = percentile(
    p,
    values.filter((value) => typeof value === 'number'),
  );
  const all = windSectors.map(() => ({ n: 0, high: 0 }));
  for (const [i, sector] of sectors.entries()) {
    const value = values[i];
    const count = all[sector ?? -1];
    if (!count || typeof value !== 'number' || threshold === null) continue;
    count.n++;
    if (value > threshold) count.high++;
  }
  return { threshold, share: all.map(({ n, high }) => (n < LEAST_OF_SECTOR ? null : high / n)) };
}

export interface PolarCell {
  sector: number;
  /** The speed class. */
  speed: number;
  mean: number;
  n: number;
}

/** Mean value by wind direction and speed: shows whether a source is near or far, and where. */
export function polarMeans(
  sectors: readonly (number | undefined)[],
  speeds: MaybeNumbers,
  values: MaybeNumbers,
): PolarCell[] {
  const cells = new Map<string, { sector: number; speed: number; sum: number; n: number }>();
  for (const [i, sector] of sectors.entries()) {
    const [speed, value] = [speeds[i], values[i]];
    if (sector === undefined || sector < 0 || typeof speed !== 'number' || typeof value !== 'number')
      continue;
    const of = speedClass(speed);
    const cell = cells.get(`${sector} ${of}`) ?? { sector, speed: of, sum: 0, n: 0 };
    cells.set(`${sector} ${of}`, { ...cell, sum: cell.sum + value, n: cell.n + 1 });
  }
  return [...cells.values()].map(({ sum, ...cell }) => ({ ...cell, mean: sum / cell.n }));
}
