import {
  type CoordinateSystem,
  type Coordinates,
  fromWgs84,
  rounded,
  toWgs84,
} from '#shared/domain/coordinates.ts';

export type Axis = keyof Coordinates;

/** A place that is being written: a half of it may be missing. */
export type PartialPlace = { [axis in Axis]?: number | null };

/** How the place is being written, beside the form's own fields, which hold WGS-84. */
export interface PlaceEntry {
  system: CoordinateSystem;
  /** As it was typed: turned there and back again, its last digits would change under the fingers. */
  typed?: PartialPlace;
}

export function isWhole(place: PartialPlace): place is Coordinates {
  return typeof place.longitude === 'number' && typeof place.latitude === 'number';
}

/** What stands in the inputs. Half a place cannot be turned, so it is held as it is written. */
export function shownPlace(stored: PartialPlace, { system, typed }: PlaceEntry): PartialPlace {
  if (!isWhole(stored) || system === 'wgs84') return stored;
  return typed && isSame(heldPlace(typed, system), stored) ? typed : rounded(fromWgs84(stored, system));
}

/** What the form holds of a place that is written so. */
export function heldPlace(typed: PartialPlace, system: CoordinateSystem): PartialPlace {
  return isWhole(typed) && system !== 'wgs84' ? rounded(toWgs84(typed, system)) : typed;
}

function isSame(a: PartialPlace, b: PartialPlace): boolean {
  return a.longitude === b.longitude && a.latitude === b.latitude;
}
