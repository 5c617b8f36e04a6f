import type { ChartLine, ChartPanel } from '#web/charts/time-chart-option.ts';
import type { Factor } from '#web/widgets/useFactors.ts';
import type { Track } from './useTracks.ts';

interface Words {
  nameOf(site_id: number): string;
  speed(name: string): string;
}

/** Measured values, and driving speed below; a gap in the track breaks the lines. */
export function trackPanels(tracks: readonly Track[], factor: Factor, words: Words): ChartPanel[] {
  const shown = tracks.filter(({ points }) => points.length > 0);
  const lineOf = (
    name: string,
    decimals: number,
    track: Track,
    values: readonly (number | null)[],
  ): ChartLine => {
    const course = { times: [] as number[], low: [] as (number | null)[], doubtful: [] as number[] };
    for (const { first, last } of track.ways) {
      for (let i = first; i <= last; i++) {
        if (track.points[i]?.doubtful) course.doubtful.push(course.times.length);
        course.times.push(track.points[i]?.at ?? 0);
        course.low.push(values[i] ?? null);
      }
      // Null breaks the line between two segments.
      course.times.push((track.points[last]?.at ?? 0) + 1);
      course.low.push(null);
    }
    return { name, decimals, course };
  };
  return [
    {
      unit: factor.unit,
      lines: shown.map((track) =>
        lineOf(
          words.nameOf(track.site_id),
          factor.decimals,
          track,
          track.points.map(({ value }) => value),
        ),
      ),
    },
    {
      unit: 'km/h',
      lines: shown.map((track) =>
        lineOf(
          words.speed(words.nameOf(track.site_id)),
          0,
          { ...track, points: track.points.map((p) => ({ ...p, doubtful: false })) },
          track.speeds,
        ),
      ),
    },
  ];
}
