import type { AqiEdition } from '#shared/domain/air-rules.ts';
import { inPollutantUnit, pollutantOfCode } from '#shared/domain/pollutants.ts';
import { type HeatScale, heatColours, heatScale } from './heat-scale.ts';

/** For factors without AQI levels: pale to deep, distinguishable to the colour-blind. */
const ramp = ['#fde725', '#5ec962', '#21918c', '#3b528b', '#440154'];

export interface TrackScale extends HeatScale {
  colours: Uint8ClampedArray;
  /** Whether the colours are those of AQI levels. */
  isLevels: boolean;
  colourOf(value: number): string;
}

/** AQI pollutants use the levels of hourly values, other factors their own range. */
export function trackScale(
  { code, unit }: { code: string | null; unit: string },
  values: readonly number[],
  edition: AqiEdition,
  palette: readonly string[],
): TrackScale {
  const highest = values.reduce((a, b) => Math.max(a, b), 0);
  const pollutant = code ? pollutantOfCode(code) : undefined;
  const inItsUnit = (value: number) =>
    pollutant ? (inPollutantUnit(pollutant, value, unit) ?? value) : value;
  const isLevels = pollutant !== undefined;
  const scale = pollutant ? heatScale(pollutant, edition, inItsUnit(highest)) : evenScale(highest);
  const colours = heatColours(scale, isLevels ? palette : ramp);
  return {
    ...scale,
    colours,
    isLevels,
    colourOf: (value) => {
      const step = Math.min(255, Math.max(0, Math.round((inItsUnit(value) / scale.max) * 255))) * 3;
      return `rgb(${colours[step]} ${colours[step + 1]} ${colours[step + 2]})`;
    },
  };
}

function evenScale(highest: number): HeatScale {
  const max = highest > 0 ? Number(highest.toPrecision(2)) : 1;
  return { max, limits: ramp.map((_, i) => Number(((max * (i + 1)) / ramp.length).toPrecision(3))) };
}
