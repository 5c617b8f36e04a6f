/** WGS-84 (satellites, and stored here); GCJ-02 (maps published in China); BD-09 (Baidu). */
export const coordinateSystems = ['wgs84', 'gcj02', 'bd09'] as const;
export type CoordinateSystem = (typeof coordinateSystems)[number];

export interface Coordinates {
  longitude: number;
  latitude: number;
}

/** Converts coordinates of another system to what is stored. */
export function toWgs84(place: Coordinates, from: CoordinateSystem): Coordinates {
  return from === 'wgs84' ? place : inverse(place, (guess) => fromWgs84(guess, from));
}

/** Converts stored coordinates to another system. */
export function fromWgs84(place: Coordinates, to: CoordinateSystem): Coordinates {
  // Outside China the systems are the same.
  if (to === 'wgs84' || !isMappedInChina(place)) return place;
  const shifted = shiftedByChina(place);
  return to === 'gcj02' ? shifted : shiftedByBaidu(shifted);
}

/** Six decimals: about 0.1 m. */
export function rounded({ longitude, latitude }: Coordinates): Coordinates {
  return { longitude: Number(longitude.toFixed(6)), latitude: Number(latitude.toFixed(6)) };
}

/** The rectangle within which published maps are shifted. */
function isMappedInChina({ longitude, latitude }: Coordinates): boolean {
  return longitude >= 72.004 && longitude <= 137.8347 && latitude >= 0.8293 && latitude <= 55.8271;
}

const { PI, sin, cos, sqrt, abs } = Math;
/** The Krasovsky 1940 ellipsoid, on which the shift is defined. */
const semiMajor = 6_378_245;
const eccentricity = 0.006_693_421_622_965_943;

function shiftedByChina({ longitude, latitude }: Coordinates): Coordinates {
  const x = longitude - 105;
  const y = latitude - 35;
  const latitudeRadians = (latitude * PI) / 180;
  const magic = 1 - eccentricity * sin(latitudeRadians) ** 2;
  const perLatitude = (semiMajor * (1 - eccentricity) * PI) / (180 * magic * sqrt(magic));
  const perLongitude = (semiMajor * cos(latitudeRadians) * PI) / (180 * sqrt(magic));
  return {
    longitude: longitude + metresEast(x, y) / perLongitude,
    latitude: latitude + metresNorth(x, y) / perLatitude,
  };
}

function metresEast(x: number, y: number): number {
  const slope = 300 + x + 2 * y + 0.1 * x * x + 0.1 * x * y + 0.1 * sqrt(abs(x));
  return slope + ripple(x) + waves(x, [20, 1], [40, 3], [150, 12], [300, 30]);
}

function metresNorth(x: number, y: number): number {
  const slope = -100 + 2 * x + 3 * y + 0.2 * y * y + 0.1 * x * y + 0.2 * sqrt(abs(x));
  return slope + ripple(x) + waves(y, [20, 1], [40, 3], [160, 12], [320, 30]);
}

function ripple(x: number): number {
  return ((20 * sin(6 * x * PI) + 20 * sin(2 * x * PI)) * 2) / 3;
}

function waves(at: number, ...sines: [height: number, length: number][]): number {
  return sines.reduce((sum, [height, length]) => sum + (height * sin((at / length) * PI) * 2) / 3, 0);
}

function shiftedByBaidu({ longitude, latitude }: Coordinates): Coordinates {
  const turn = (PI * 3000) / 180;
  const distance = Math.hypot(longitude, latitude) + 0.00002 * sin(latitude * turn);
  const angle = Math.atan2(latitude, longitude) + 0.000003 * cos(longitude * turn);
  return { longitude: distance * cos(angle) + 0.0065, latitude: distance * sin(angle) + 0.006 };
}

/** The inverse by iteration: the shift changes so slowly that a few corrections converge. */
function inverse(place: Coordinates, shift: (guess: Coordinates) => Coordinates): Coordinates {
  let guess = place;
  for (let round = 0; round < 8; round++) {
    const there = shift(guess);
    guess = {
      longitude: guess.longitude + place.longitude - there.longitude,
      latitude: guess.latitude + place.latitude - there.latitude,
    };
  }
  return guess;
}
