import { useMemo } from 'react';
import { airRulesAt } from '#shared/domain/air-rules.ts';
import { gridMeans } from '#shared/domain/track.ts';
import { useAqiPalette } from '#web/theme/aqi-palette.ts';
import { aqiColours } from '#web/theme/palette.ts';
import { trackScale } from './track-colours.ts';
import type { TrackQuery } from './useTrackQuery.ts';
import type { Track, usePositions } from './useTracks.ts';

/** Edge length of a grid cell. */
export const gridKm = 0.5;

interface SceneParts {
  tracks: readonly Track[];
  positions: ReturnType<typeof usePositions>;
  query: TrackQuery;
  /** The time up to which the tracks are drawn. */
  cursor: number;
  nameOf(site_id: number): string;
}

/** Map content, its bounds and colour scale. */
export function useTrackScene({ tracks, positions, query, cursor, nameOf }: SceneParts) {
  const palette = useAqiPalette();
  const { factor, from } = query;
  const scale = useMemo(() => {
    const values = tracks.flatMap(({ points }) => points.flatMap(({ value }) => value ?? []));
    const colours = aqiColours[palette];
    const { code_2017: code = null, unit = '' } = factor ?? {};
    return trackScale({ code, unit }, values, airRulesAt(new Date(from)).aqi, colours);
  }, [tracks, factor, from, palette]);
  const drawn = useMemo(
    () =>
      tracks.map(({ points, ways, stops }) => ({
        lons: Float64Array.from(points, ({ longitude }) => longitude),
        lats: Float64Array.from(points, ({ latitude }) => latitude),
        colours: points.map(({ value, doubtful }) =>
          value === null || doubtful ? undefined : scale.colourOf(value),
        ),
        winds: points.map((point) => point.wind),
        ...{ ways, stops },
      })),
    [tracks, scale],
  );
  const cells = useMemo(() => {
    if (!query.grid) return [];
    const counted = tracks.flatMap(({ points }) => points.filter(({ doubtful }) => !doubtful));
    return gridMeans(counted, gridKm).map((cell) => ({ ...cell, colour: scale.colourOf(cell.mean) }));
  }, [query.grid, tracks, scale]);
  const scene = {
    tracks: drawn.map((one, i) => ({
      ...one,
      name: nameOf(tracks[i]?.site_id ?? 0),
      at: lastBefore(tracks[i], cursor),
      now: positions.find(({ site_id }) => site_id === tracks[i]?.site_id),
    })),
    cells,
    barbs: query.barbs,
  };
  const bounds = useMemo(() => boundsOf(tracks), [tracks]);
  return { scale, scene, bounds };
}

/** Index of the last point at or before a time. */
function lastBefore(track: Track | undefined, at: number): number | undefined {
  const found = (track?.points ?? []).findLastIndex((point) => point.at <= at);
  return found < 0 ? undefined : found;
}

function boundsOf(tracks: readonly Track[]): [number, number, number, number] | undefined {
  let bounds: [number, number, number, number] | undefined;
  for (const { points } of tracks)
    for (const { longitude: lon, latitude: lat } of points) {
      const [west, south, east, north] = bounds ?? [lon, lat, lon, lat];
      bounds = [Math.min(west, lon), Math.min(south, lat), Math.max(east, lon), Math.max(north, lat)];
    }
  return bounds;
}
