/** Values of information items that report a fault (HJ 212-2017, and its surface-water profile). */
const faults: Readonly<Record<string, (value: number, isWater: boolean) => boolean>> = {
  /** State of an instrument. */
  i12001: (value, isWater) => (isWater ? value === 11 : value === 2 || value === 6),
  /** Connection between instrument and logger. */
  i12002: (value) => value === 1,
  /** Alarm of an analyser; for surface water it is the reagent level instead. */
  i12003: (value, isWater) => !isWater && value === 1,
  i12031: (value) => value !== 0,
  /** State of the logger. */
  i22001: (value) => value === 1 || value === 2,
  /** Channels of the logger. */
  i22101: (value) => value === 1,
  /** A facility in alarm. */
  RS: (value) => value === 4,
};

export const deviceFault = {
  infos: Object.keys(faults),
  isFault(info: string, said: string, edition: string): boolean {
    const value = Number.parseInt(said, 10);
    return !Number.isNaN(value) && (faults[info]?.(value, edition === 'water') ?? false);
  },
};

/** State of the door: 0 is closed. */
export function isDoorOpen(said: string): boolean {
  const value = Number.parseInt(said, 10);
  return !Number.isNaN(value) && value !== 0;
}
