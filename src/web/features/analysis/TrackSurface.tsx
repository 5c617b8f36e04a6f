import type { Map as MapLibre } from 'maplibre-gl';
import { type RefObject, useEffect, useRef } from 'react';
import { MapView } from '#web/map/MapView.tsx';
import { mapPicture } from '#web/map/map-picture.ts';
import { useMapLook } from '#web/map/useMapLook.ts';
import { useMapType } from '#web/map/useMapType.ts';
import { type TrackLayer, type TrackScene, trackLayer } from './track-layer.ts';

interface TrackSurfaceProps {
  scene: TrackScene;
  /** The map fits these bounds when they change. */
  bounds: [number, number, number, number] | undefined;
  /** Set to a function that exports the map as a picture. */
  pictureOf: RefObject<(() => Promise<HTMLCanvasElement>) | undefined>;
}

export function TrackSurface(props: TrackSurfaceProps) {
  const { bounds } = props;
  const type = useMapType();
  return (
    <MapView type={type} {...(bounds && { bounds })}>
      {(map) => <Drawn map={map} {...props} />}
    </MapView>
  );
}

function Drawn({ map, scene, bounds, pictureOf }: TrackSurfaceProps & { map: MapLibre }) {
  const layer = useRef<TrackLayer>(undefined);
  const look = useMapLook();
  useEffect(() => {
    const made = trackLayer(map, look);
    layer.current = made;
    return made.remove;
  }, [map, look]);
  useEffect(() => layer.current?.show(scene), [scene]);
  const shown = bounds?.join();
  useEffect(() => {
    if (!shown) return;
    const [west = 0, south = 0, east = 0, north = 0] = shown.split(',').map(Number);
    map.fitBounds([west, south, east, north], { padding: besideLegend(map), maxZoom: 15, duration: 0 });
  }, [map, shown]);
  useEffect(() => {
    pictureOf.current = () => mapPicture(map, layer.current?.canvas);
    return () => {
      pictureOf.current = undefined;
    };
  }, [map, pictureOf]);
  return null;
}

const FRAME_PX = 48;
/** Room for the name beside a vehicle. */
const NAME_PX = 190;
const LEGEND_PX = { width: 370, height: 130 };

/** Padding that keeps the legend clear: left on a wide map, top on a narrow one. */
function besideLegend(map: MapLibre) {
  const isWide = map.getContainer().clientWidth > 2 * LEGEND_PX.width;
  return {
    ...{ right: isWide ? NAME_PX : FRAME_PX, bottom: FRAME_PX },
    top: isWide ? FRAME_PX : LEGEND_PX.height,
    left: isWide ? LEGEND_PX.width : FRAME_PX,
  };
}
