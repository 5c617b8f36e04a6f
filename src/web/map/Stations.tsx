import type { Map as MapLibre } from 'maplibre-gl';
import { useEffect, useRef } from 'react';
import type { MapType } from './look.ts';
import { type StationLayer, type StationMark, stationLayer } from './station-layer.ts';

interface StationsProps {
  map: MapLibre;
  type: MapType;
  marks: readonly StationMark[];
  onPick(site_id: number): void;
}

/** Stations on a map, as they are now. */
export function Stations({ map, type, marks, onPick }: StationsProps) {
  const layer = useRef<StationLayer>(undefined);
  const latest = useRef({ type, onPick });
  useEffect(() => {
    latest.current = { type, onPick };
  });
  useEffect(() => {
    const made = stationLayer(
      map,
      () => latest.current.type,
      (site_id) => latest.current.onPick(site_id),
    );
    layer.current = made;
    return made.remove;
  }, [map]);
  useEffect(() => layer.current?.show(marks), [marks]);
  return null;
}
