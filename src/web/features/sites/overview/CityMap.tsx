import type { Map as MapLibre } from 'maplibre-gl';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { useT } from '#web/i18n.ts';
import { type MapPadding, MapView } from '#web/map/MapView.tsx';
import type { MarkStyle } from '#web/map/mark-painter.ts';
import { stationLayer } from '#web/map/station-layer.ts';
import { useMapType } from '#web/map/useMapType.ts';
import { markOf } from '#web/network/mark-of.ts';
import type { Network, Station } from '#web/network/network.ts';
import { livePicture } from '#web/network/picture.ts';
import { hasPlace } from '#web/network/places.ts';
import { useAqiPalette } from '#web/theme/aqi-palette.ts';

interface CityMapProps {
  network: Network;
  station: Station;
}

const padding: MapPadding = { top: 24, bottom: 24, left: 24, right: 24 };
/** About two kilometres in each direction: from zoom 12 on, a station is not clustered with its neighbours. */
const aroundDegrees = 0.02;

/** Map of the city's stations with this one highlighted; a click opens another. */
export function CityMap({ network, station }: CityMapProps) {
  const { longitude, latitude } = station.site;
  const [x, y] = [longitude ?? 0, latitude ?? 0];
  return (
    <MapView
      type={useMapType()}
      padding={padding}
      bounds={[x - aroundDegrees, y - aroundDegrees, x + aroundDegrees, y + aroundDegrees]}
    >
      {(map) => <Marks map={map} network={network} station={station} />}
    </MapView>
  );
}

function Marks({ map, network, station }: CityMapProps & { map: MapLibre }) {
  const t = useT();
  const navigate = useNavigate();
  const type = useMapType();
  const palette = useAqiPalette();
  const style: MarkStyle = {
    type,
    palette,
    wordOf: ({ medium, grade }) => t.tx(`home.${medium}_mark_${grade}`),
    virtualWord: t('sitePage.virtual'),
    winds: true,
  };
  const latest = useRef({ style, navigate });
  useEffect(() => {
    latest.current = { style, navigate };
  });
  useEffect(() => {
    // The mouse wheel scrolls the page; the map zooms by its buttons.
    map.scrollZoom.disable();
    const picture = livePicture(network, 'overall');
    const placed = network.stations.filter(hasPlace);
    const layer = stationLayer(
      map,
      () => latest.current.style,
      (site_id) => {
        const other = site_id === undefined ? undefined : network.station(site_id);
        if (other && other !== station)
          void latest.current.navigate(`/sites/${encodeURIComponent(other.site.mn)}`);
      },
    );
    void layer.show(placed.map((one) => markOf(one, picture, true)));
    layer.point(station.site.site_id);
    const stop = network.onChange((changes) =>
      layer.update([...changes].filter(hasPlace).map((one) => markOf(one, picture, true))),
    );
    return () => {
      stop();
      layer.remove();
    };
  }, [map, network, station]);
  return null;
}
