import type { Medium } from '#shared/domain/standing.ts';
import { type MapType, mapTypes } from '#web/map/look.ts';
import type { MapPlace } from '#web/map/MapView.tsx';

/** State of the map in the URL. */
export interface MapAddress {
  view: MapPlace | undefined;
  type: MapType | undefined;
  /** Visible media. */
  layers: readonly Medium[];
  winds: boolean;
}

const media = ['air', 'water'] as const;

export function readMapAddress(params: URLSearchParams): MapAddress {
  const [longitude = Number.NaN, latitude = Number.NaN, zoom = Number.NaN] = (params.get('at') ?? '')
    .split(',')
    .map((part) => (part === '' ? Number.NaN : Number(part)));
  const isPlace = Math.abs(longitude) <= 180 && Math.abs(latitude) <= 85 && zoom >= 0;
  const only = media.find((medium) => medium === params.get('layers'));
  return {
    view: isPlace ? { longitude, latitude, zoom } : undefined,
    type: mapTypes.find((type) => type === params.get('map')),
    layers: only ? [only] : media,
    winds: params.get('wind') === '1',
  };
}

/** Precision: a few metres, and a hundredth of a zoom level. */
export function viewText({ longitude, latitude, zoom }: MapPlace): string {
  return [longitude.toFixed(4), latitude.toFixed(4), zoom.toFixed(2)].join(',');
}
