import type { Map as MapLibre } from 'maplibre-gl';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { boxOf, type DivisionBoxes, loadDivisionBoxes } from '#web/map/division-boxes.ts';
import { divisionMask } from '#web/map/division-mask.ts';
import { MapView } from '#web/map/MapView.tsx';
import { mapPicture } from '#web/map/map-picture.ts';
import { useMapLook } from '#web/map/useMapLook.ts';
import { useMapType } from '#web/map/useMapType.ts';
import { type HeatFrame, type HeatLayer, type HeatStation, heatLayer } from './heat-layer.ts';

/** Padding around the selected region. */
const FRAME_PX = 30;

export interface HeatPlace extends HeatStation {
  division: readonly (string | null)[];
}

interface HeatSurfaceProps {
  stations: readonly HeatPlace[];
  radius: number;
  /** Province or city code; undefined limits the surface by the station radius only. */
  region: string | undefined;
  dots: boolean;
  frame: HeatFrame | undefined;
  /** Set to a function that exports the map as a picture. */
  pictureOf: RefObject<(() => Promise<HTMLCanvasElement>) | undefined>;
}

export function HeatSurface(props: HeatSurfaceProps) {
  const type = useMapType();
  const { stations } = props;
  const lons = stations.map(({ longitude }) => longitude);
  const lats = stations.map(({ latitude }) => latitude);
  const least = (values: readonly number[]) => values.reduce((a, b) => Math.min(a, b), 180);
  const most = (values: readonly number[]) => values.reduce((a, b) => Math.max(a, b), -180);
  return (
    <MapView
      type={type}
      {...(stations.length > 0 && { bounds: [least(lons), least(lats), most(lons), most(lats)] })}
    >
      {(map) => <Drawn map={map} {...props} />}
    </MapView>
  );
}

function Drawn({
  map,
  stations,
  radius,
  region,
  dots,
  frame,
  pictureOf,
}: HeatSurfaceProps & { map: MapLibre }) {
  const layer = useRef<HeatLayer>(undefined);
  const look = useMapLook();
  const [boxes, setBoxes] = useState<DivisionBoxes>();
  useEffect(() => {
    const made = heatLayer(map, look);
    layer.current = made;
    return made.remove;
  }, [map, look]);
  useEffect(() => {
    if (region) void loadDivisionBoxes().then(setBoxes, () => undefined);
  }, [region]);
  useEffect(() => layer.current?.setStations(stations, radius), [stations, radius]);
  // Fits the view to a newly selected region; later panning is kept.
  useEffect(() => {
    const box = region && boxes && boxOf(boxes, region);
    if (!box) return;
    const [west, south, east, north] = box;
    map.fitBounds([west, south, east, north], { padding: FRAME_PX, animate: false });
  }, [map, region, boxes]);
  useEffect(() => {
    if (!region || !boxes) {
      layer.current?.setMask(undefined);
      return;
    }
    const inside = stations
      .filter(({ division }) => division.includes(region))
      .map(({ longitude, latitude }) => [longitude, latitude] as const);
    const set = () => layer.current?.setMask((grid) => divisionMask(map, grid, boxes, region, inside));
    set();
    // The mask needs the border tiles.
    const listening = map.on('idle', () => {
      listening.unsubscribe();
      set();
    });
    const moved = map.on('moveend', () => void map.once('idle').then(set));
    return () => {
      listening.unsubscribe();
      moved.unsubscribe();
    };
  }, [map, stations, region, boxes]);
  useEffect(() => layer.current?.setDots(dots), [dots]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: draws the frame again after a change of stations or radius
  useEffect(() => {
    if (frame) layer.current?.show(frame);
  }, [frame, stations, radius]);
  useEffect(() => {
    pictureOf.current = () => mapPicture(map, layer.current?.canvas);
    return () => {
      pictureOf.current = undefined;
    };
  }, [map, pictureOf]);
  return null;
}
