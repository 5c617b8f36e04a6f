import {
  type CoordinateSystem,
  type Coordinates,
  fromWgs84,
  rounded,
  toWgs84,
} from '#shared/domain/coordinates.ts';

export type Axis = keyof Coordinates;

/** Location during input: one half may be missing. */
export type PartialPlace = { [axis in Axis]?: number | null };

/** Input state of the location; the form's own fields are always WGS-84. */
export interface PlaceEntry {
  system: CoordinateSystem;
  /** Keeps the typed digits: converting back and forth would change the last ones while typing. */
  typed?: PartialPlace;
}

export function isWhole(place: PartialPlace): place is Coordinates {
  return typeof place.longitude === 'number' && typeof place.latitude === 'number';
}

/** Displayed location. A half location cannot be converted and stays as typed. */
export function shownPlace(stored: PartialPlace, { system, typed }: PlaceEntry): PartialPlace {
  if (!isWhole(stored) || system === 'wgs84') return stored;
  return typed && isSame(heldPlace(typed, system), stored) ? typed : rounded(fromWgs84(stored, system));
}

/** Location as the form stores it. */
export function heldPlace(typed: PartialPlace, system: CoordinateSystem): PartialPlace {
  return isWhole(typed) && system !== 'wgs84' ? rounded(toWgs84(typed, system)) : typed;
}

function isSame(a: PartialPlace, b: PartialPlace): boolean {
  return a.longitude === b.longitude && a.latitude === b.latitude;
}
