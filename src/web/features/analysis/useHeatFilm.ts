import { useMemo } from 'react';
import type { AirRules } from '#shared/domain/air-rules.ts';
import { useAqiPalette } from '#web/theme/aqi-palette.ts';
import { aqiColours } from '#web/theme/palette.ts';
import { type HeatFactor, heatColours, heatScale } from './heat-scale.ts';
import type { useHeatFrames } from './useHeatFrames.ts';

interface Film {
  frames: ReturnType<typeof useHeatFrames>['frames'];
  stations: readonly { site_id: number }[];
  factor: HeatFactor;
  edition: AirRules['aqi'];
  step: number;
}

/** Colour scale of the animation, and its frame at a step. */
export function useHeatFilm({ frames, stations, factor, edition, step }: Film) {
  const palette = useAqiPalette();
  const ready = frames?.steps ?? 0;
  // One scale for all frames, so that colours are comparable.
  const painted = useMemo(() => {
    let highest = 0;
    for (let at = 0; at < ready; at++)
      for (const { site_id } of stations) highest = Math.max(highest, frames?.cell(at, site_id)?.value ?? 0);
    const scale = heatScale(factor, edition, highest);
    return { scale, colours: heatColours(scale, aqiColours[palette]) };
  }, [frames, ready, stations, factor, edition, palette]);
  const frame = useMemo(() => {
    if (!frames) return undefined;
    const found = stations.map(({ site_id }) => frames.cell(step, site_id)?.value ?? null);
    return {
      values: Float32Array.from(found, (value) => value ?? Number.NaN),
      figures: found.map((value) => (value === null ? '' : value.toFixed(frames.decimals))),
      max: painted.scale.max,
      colours: painted.colours,
    };
  }, [frames, stations, step, painted]);
  return { painted, frame };
}
