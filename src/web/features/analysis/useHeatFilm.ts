import { useMemo } from 'react';
import type { AirRules } from '#shared/domain/air-rules.ts';
import { useAqiPalette } from '#web/theme/aqi-palette.ts';
import { aqiColours } from '#web/theme/palette.ts';
import { type HeatFactor, heatColours, heatScale } from './heat-scale.ts';
import type { useHeatFrames } from './useHeatFrames.ts';

interface Film {
  frames: ReturnType<typeof useHeatFrames>['frames'];
  stations: readonly { site_id: number }[];
  /** Whether each station is in the chosen area; the others only count for the surface at its border. */
  inside: readonly boolean[];
  factor: HeatFactor;
  edition: AirRules['aqi'];
  step: number;
}

/** Colour scale of the animation, and its frame at a step. */
export function useHeatFilm({ frames, stations, inside, factor, edition, step }: Film) {
  const palette = useAqiPalette();
  const ready = frames?.steps ?? 0;
  // One scale for all frames, so that colours are comparable.
  const painted = useMemo(() => {
    let highest = 0;
    for (let at = 0; at < ready; at++)
      for (const [i, { site_id }] of stations.entries())
        if (inside[i]) highest = Math.max(highest, frames?.cell(at, site_id)?.value ?? 0);
    const scale = heatScale(factor, edition, highest);
    return { scale, colours: heatColours(scale, aqiColours[palette]) };
  }, [frames, ready, stations, inside, factor, edition, palette]);
  const frame = useMemo(() => {
    if (!frames) return undefined;
    const found = stations.map(({ site_id }) => frames.cell(step, site_id)?.value ?? null);
    return {
      values: Float32Array.from(found, (value) => value ?? Number.NaN),
      figures: found.map((value, i) => (value === null || !inside[i] ? '' : value.toFixed(frames.decimals))),
      max: painted.scale.max,
      colours: painted.colours,
    };
  }, [frames, stations, inside, step, painted]);
  return { painted, frame };
}
