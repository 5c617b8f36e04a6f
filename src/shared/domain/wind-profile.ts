import type { MaybeNumbers } from './correlation.ts';
import { percentile } from './statistics.ts';
import { windSector, windSectors } from './wind.ts';

/** Below this, in metres a second, the wind has no direction to speak of. */
export const CALM = 0.5;
/** Upper ends of the classes of wind speed, in metres a second; the last has none. */
export const SPEED_CLASSES = [1.5, 3, 5, 8, Number.POSITIVE_INFINITY] as const;

export function speedClass(speed: number): number {
  return SPEED_CLASSES.findIndex((upper) => speed <= upper);
}

/** Which sector the wind of each hour came from: -1 calm, undefined where it is not known. */
export function sectorsOf(dirs: MaybeNumbers, speeds: MaybeNumbers): (number | undefined)[] {
  return speeds.map((speed, i) => {
    if (typeof speed !== 'number') return undefined;
    return speed < CALM ? -1 : windSector(dirs[i])?.index;
  });
}

/** How often the wind came from each sector in each class of speed. */
export function rose(sectors: readonly (number | undefined)[], speeds: MaybeNumbers): number[][] {
  const counts = SPEED_CLASSES.map(() => windSectors.map(() => 0));
  for (const [i, sector] of sectors.entries()) {
    const row = counts[speedClass(speeds[i] ?? 0)];
    if (sector === undefined || sector < 0 || !row) continue;
    row[sector] = (row[sector] ?? 0) + 1;
  }
  return counts;
}

/** With fewer values a sector's share says nothing. */
const LEAST = 5;

export interface Conditional {
  /** The value that counts as high. */
  threshold: number | null;
  /** Of the hours with wind from a sector: which share was high. Null of too few. */
  share: (number | null)[];
}

/** Conditional probability: where the wind comes from when values are high. High is above a percentile of them. */
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
  return { threshold, share: all.map(({ n, high }) => (n < LEAST ? null : high / n)) };
}

export interface PolarCell {
  sector: number;
  /** The class of speed. */
  speed: number;
  mean: number;
  n: number;
}

/** The mean of a value over wind direction and speed: near or far, and from where. */
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
