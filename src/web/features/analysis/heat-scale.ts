import type { AqiEdition } from '#shared/domain/air-rules.ts';
import { aqiBands, heatMax } from '#shared/domain/aqi-bands.ts';
import { iaqi } from '#shared/domain/iaqi.ts';
import { type Pollutant, pollutantFacts } from '#shared/domain/pollutants.ts';
import { hourItem } from '#shared/domain/standing.ts';

export type HeatFactor = Pollutant | 'aqi';

export interface HeatScale {
  /** Value at the end of the colour ramp. */
  max: number;
  /** Upper limit of each AQI band; the last one is cut at `max`. */
  limits: number[];
}

const MOST = 5000;

/** Lowest concentration, in steps of its decimals, with at least this index; undefined if none. */
export function concentrationAt(
  edition: AqiEdition,
  pollutant: Pollutant,
  index: number,
): number | undefined {
  const item = hourItem(edition, pollutant);
  if (!item) return undefined;
  const step = 10 ** -pollutantFacts[pollutant].decimals;
  const reaches = (steps: number) => (iaqi(edition, item, steps * step) ?? Number.POSITIVE_INFINITY) >= index;
  let [low, high] = [0, MOST / step];
  if (!reaches(high)) return undefined;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (reaches(middle)) high = middle;
    else low = middle + 1;
  }
  return Number((low * step).toFixed(pollutantFacts[pollutant].decimals));
}

/** Ends at the upper limit of the AQI band of the highest value (spec §9). */
export function heatScale(factor: HeatFactor, edition: AqiEdition, highest: number): HeatScale {
  const limitOf = (index: number) => (factor === 'aqi' ? index : concentrationAt(edition, factor, index));
  const indexes = aqiBands.map(({ heat_max }) => heat_max);
  const item = factor === 'aqi' ? undefined : hourItem(edition, factor);
  const worst = factor === 'aqi' ? highest : item ? (iaqi(edition, item, highest) ?? 0) : 0;
  const top = heatMax(worst);
  const limits = indexes.filter((index) => index <= top).flatMap((index) => limitOf(index) ?? []);
  return { max: limits.at(-1) ?? Math.max(1, highest), limits };
}

/** RGB of 256 steps from 0 to `max`: band colours at the band centres, interpolated between. */
export function heatColours({ max, limits }: HeatScale, palette: readonly string[]): Uint8ClampedArray {
  const stops = limits.map((limit, i) => ({
    at: ((limits[i - 1] ?? 0) + limit) / 2,
    rgb: rgbOf(palette[i] ?? '#000000'),
  }));
  const colours = new Uint8ClampedArray(256 * 3);
  for (let step = 0; step < 256; step++) {
    const value = (step / 255) * max;
    const after = stops.findIndex(({ at }) => at >= value);
    const next = stops[after < 0 ? stops.length - 1 : after];
    const before = stops[after <= 0 ? (after < 0 ? stops.length - 1 : 0) : after - 1];
    const share = next && before && next.at > before.at ? (value - before.at) / (next.at - before.at) : 0;
    for (let part = 0; part < 3; part++) {
      const [from, to] = [before?.rgb[part] ?? 0, next?.rgb[part] ?? 0];
      colours[step * 3 + part] = from + (to - from) * share;
    }
  }
  return colours;
}

const SHADES = [0, 0.25, 0.5, 0.75, 1];

/** CSS colours of a band from its lower to its upper limit, evenly spaced. */
export function bandColours({ max, limits }: HeatScale, colours: Uint8ClampedArray, band: number): string[] {
  const [from, to] = [limits[band - 1] ?? 0, limits[band] ?? max];
  return SHADES.map((share) => {
    const at = Math.round(((from + (to - from) * share) / max) * 255) * 3;
    return `rgb(${colours[at]} ${colours[at + 1]} ${colours[at + 2]})`;
  });
}

function rgbOf(hex: string): [number, number, number] {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}
