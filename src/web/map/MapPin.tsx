import { type Map as MapLibre, Marker } from 'maplibre-gl';
import { useEffect, useRef } from 'react';
import { type Coordinates, rounded } from '#shared/domain/coordinates.ts';
import type { MapBounds } from './MapView.tsx';
import styles from './map-view.module.css';

interface MapPinProps {
  map: MapLibre;
  place: Coordinates | undefined;
  /** Initial area; a change moves the map there. */
  bounds: MapBounds | undefined;
  onMove(place: Coordinates): void;
}

/** A marker set by click or drag. A position set elsewhere is scrolled into view. */
export function MapPin({ map, place, bounds, onMove }: MapPinProps) {
  const move = useRef(onMove);
  const pin = useRef<Marker>(undefined);
  useEffect(() => {
    move.current = onMove;
  });
  useEffect(() => {
    const tell = ({ lng, lat }: { lng: number; lat: number }) =>
      move.current(rounded({ longitude: lng, latitude: lat }));
    const marker = new Marker({ draggable: true, className: styles.pin });
    pin.current = marker;
    marker.on('dragend', () => tell(marker.getLngLat()));
    const clicked = map.on('click', ({ lngLat }) => tell(lngLat));
    return () => {
      clicked.unsubscribe();
      marker.remove();
    };
  }, [map]);
  const { longitude, latitude } = place ?? {};
  useEffect(() => {
    if (longitude === undefined || latitude === undefined) pin.current?.remove();
    else {
      pin.current?.setLngLat([longitude, latitude]).addTo(map);
      if (!map.getBounds().contains([longitude, latitude])) map.jumpTo({ center: [longitude, latitude] });
    }
  }, [map, longitude, latitude]);
  const [west, south, east, north] = bounds ?? [];
  useEffect(() => {
    if (west === undefined || south === undefined || east === undefined || north === undefined) return;
    map.fitBounds([west, south, east, north], { padding: 16, animate: false });
  }, [map, west, south, east, north]);
  return null;
}
