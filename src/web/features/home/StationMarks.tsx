import type { Map as MapLibre } from 'maplibre-gl';
import { useEffect, useRef } from 'react';
import { useT } from '#web/i18n.ts';
import type { MapType } from '#web/map/look.ts';
import type { MarkStyle } from '#web/map/mark-painter.ts';
import { type StationLayer, stationLayer } from '#web/map/station-layer.ts';
import { markOf } from '#web/network/mark-of.ts';
import type { Station } from '#web/network/network.ts';
import { hasPlace } from '#web/network/places.ts';
import { isInState } from '#web/network/site-state.ts';
import { useAqiPalette } from '#web/theme/aqi-palette.ts';
import { useHome } from './home-context.ts';

/** Draws the stations: all on a change of view, afterwards only changed ones. */
export function StationMarks({ map, type }: { map: MapLibre; type: MapType }) {
  const t = useT();
  const { network, picture, state, isShown, winds, picked, pick, replay } = useHome();
  const palette = useAqiPalette();
  const layer = useRef<StationLayer>(undefined);
  const latest = useRef<{ style: MarkStyle; onPick(site_id: number | undefined): void }>(undefined);
  useEffect(() => {
    latest.current = {
      style: {
        type,
        palette,
        wordOf: ({ medium, grade }) => t.tx(`home.${medium}_mark_${grade}`),
        virtualWord: t('sitePage.virtual'),
        winds,
      },
      onPick: (site_id) => pick(site_id === undefined ? undefined : network.station(site_id)),
    };
  });
  useEffect(() => {
    const made = stationLayer(
      map,
      () => latest.current?.style as MarkStyle,
      (site_id) => latest.current?.onPick(site_id),
    );
    layer.current = made;
    return made.remove;
  }, [map]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: redraws when the parts of the style change
  useEffect(() => layer.current?.restyle(), [palette, type, winds, t]);

  const { played, frames, shown } = replay;
  const step = frames && played?.step;
  useEffect(() => {
    const placed = network.stations.filter((station) => hasPlace(station) && isShown(station));
    const on = new Set<Station>();
    const showAll = async () => {
      on.clear();
      for (const station of placed) if (isInState(station, state)) on.add(station);
      await layer.current?.show(Array.from(on, (station) => markOf(station, picture, step === undefined)));
      if (step === undefined) delete map.getContainer().dataset.hour;
      else {
        map.getContainer().dataset.hour = String(step);
        shown(step);
      }
    };
    void showAll();
    return network.onChange((changes) => {
      const mine = [...changes].filter((station) => hasPlace(station) && isShown(station));
      if (mine.some((station) => isInState(station, state) !== on.has(station))) void showAll();
      else if (step === undefined)
        layer.current?.update(
          mine.filter((station) => on.has(station)).map((one) => markOf(one, picture, true)),
        );
    });
  }, [map, network, picture, state, isShown, step, shown]);
  useEffect(() => layer.current?.point(picked?.site.site_id), [picked]);
  return null;
}
