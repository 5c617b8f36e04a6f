/** National codes of wind speed and direction. */
export const windCodes = { speed: 'a01007', direction: 'a01008' } as const;

export interface WindSector {
  /** 0 is north, then clockwise. */
  index: number;
  /** The direction at the middle of the sector, in degrees. */
  degrees: number;
  zh: string;
  en: string;
}

const sectorDegrees = 22.5;

const names = [
  ['北', 'N'],
  ['北东北', 'NNE'],
  ['东北', 'NE'],
  ['东东北', 'ENE'],
  ['东', 'E'],
  ['东东南', 'ESE'],
  ['东南', 'SE'],
  ['南东南', 'SSE'],
  ['南', 'S'],
  ['南西南', 'SSW'],
  ['西南', 'SW'],
  ['西西南', 'WSW'],
  ['西', 'W'],
  ['西西北', 'WNW'],
  ['西北', 'NW'],
  ['北西北', 'NNW'],
] as const;

export const windSectors: readonly WindSector[] = names.map(([zh, en], index) => ({
  index,
  degrees: index * sectorDegrees,
  zh,
  en,
}));

/** Any angle as 0 ≤ angle < 360. */
function turned(degrees: number): number {
  return ((degrees % 360) + 360) % 360;
}

/** Sectors are centred on their direction: north is 348.75° (inclusive) to 11.25° (exclusive). */
export function windSector(degrees: number | null | undefined): WindSector | undefined {
  if (degrees === null || degrees === undefined || !Number.isFinite(degrees)) return undefined;
  const index = Math.floor((turned(degrees) + sectorDegrees / 2) / sectorDegrees) % windSectors.length;
  return windSectors[index];
}

/**
 * The mean direction in degrees, by unit vectors: the mean of 350° and 10° is 0°, not 180°. Undefined if there are no
 * directions or they cancel out, as 0° and 180° do.
 */
export function circularMean(directions: readonly number[]): number | undefined {
  let north = 0;
  let east = 0;
  for (const degrees of directions) {
    const radians = (degrees * Math.PI) / 180;
    north += Math.cos(radians);
    east += Math.sin(radians);
  }
  return vectorDirection(north / directions.length, east / directions.length);
}

/** The direction of a mean vector. */
export function vectorDirection(north: number, east: number): number | undefined {
  // Opposite directions leave a rounding error of about 1e-16, whose direction is meaningless.
  if (!(Math.hypot(north, east) > 1e-9)) return undefined;
  const degrees = (Math.atan2(east, north) * 180) / Math.PI;
  // Rounding first prevents -1e-15 from becoming 360.
  return turned(Math.round(degrees * 1e9) / 1e9);
}
