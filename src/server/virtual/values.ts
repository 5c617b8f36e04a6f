import { chance, clamp, ripple } from '#server/model/chance.ts';
import { airFactors, type ModelFactor, waterFactors } from '#server/model/factors.ts';
import { minuteOf } from '#server/model/readings.ts';
import type { ModelSite } from '#server/model/site.ts';
import { HOUR_MS } from '#shared/domain/time-units.ts';
import type { VirtualFactor, VirtualSite } from './choice.ts';

/** The values of one minute, in the order of the factors. */
export interface MadeMinute {
  avg: number[];
  min: number[];
  max: number[];
}

/** The value, and its range within the minute. */
interface Made {
  value: number;
  low: number;
  high: number;
}

/** The middle of the country, for sites without coordinates. */
const SOMEWHERE = { latitude: 34.5, longitude: 110 };

/** The demo's model of air and water at the site's place, without instrument faults. */
function modelSite(site: VirtualSite, factors: readonly ModelFactor[]): ModelSite {
  const { site_id: seed, latitude, longitude, water_pollution_level, water_quality_type } = site;
  const place = latitude === null || longitude === null ? SOMEWHERE : { latitude, longitude };
  return {
    ...place,
    seed,
    elevation: 0,
    site_type: factors === waterFactors ? 'water' : 'air',
    factors,
    neverOut: true,
    faultless: true,
    pm25: 24 + 26 * chance(seed, 6),
    water: {
      basin_name: '',
      water_quality_type: water_quality_type ?? 'river',
      usual_class: (water_pollution_level ?? 3) as 1 | 2 | 3 | 4 | 5 | 6,
    },
  };
}

/** Deterministic: the same minute gives the same values. */
export function minuteAt(site: VirtualSite, factors: readonly VirtualFactor[], start: number): MadeMinute {
  const [air, water] = [airFactors, waterFactors].map((modelled) => {
    if (!factors.some(({ key }) => modelled.some((one) => one.key === key))) return undefined;
    const minute = minuteOf(modelSite(site, modelled), start);
    return minute && new Map(modelled.map(({ key }, i) => [key, at(minute, i)]));
  });
  const made = factors.map((factor) =>
    fitted(
      air?.get(factor.key) ?? water?.get(factor.key) ?? placed(site, factor) ?? other(site, factor, start),
      factor,
    ),
  );
  return {
    avg: made.map(({ value }) => value),
    min: made.map(({ low }) => low),
    max: made.map(({ high }) => high),
  };
}

function at({ avg, min, max }: MadeMinute, i: number): Made {
  const value = avg[i] ?? 0;
  return { value, low: min[i] ?? value, high: max[i] ?? value };
}

/** A site stays where it is, even a mobile one. */
function placed({ latitude, longitude }: VirtualSite, { key }: VirtualFactor): Made | undefined {
  const value = key === 'latitude' ? latitude : key === 'longitude' ? longitude : null;
  return value === null ? undefined : { value, low: value, high: value };
}

/**
 * Factors outside the model fluctuate around a few dozen steps of their last decimal, which is plausible for most
 * units.
 */
function other({ site_id }: VirtualSite, factor: VirtualFactor, start: number): Made {
  const { fid, category, decimals, range_min, range_max, averaging } = factor;
  const seed = site_id * 64 + fid;
  const sway = 0.7 * ripple(seed, start / (5 * HOUR_MS)) + 0.3 * ripple(seed + 1, start / (HOUR_MS / 3));
  if (averaging === 'circular') {
    const value = 360 * chance(seed, 1) + 60 * sway;
    return { value, low: value, high: value };
  }
  const usual = category === 'noise' ? 54 : (20 + 60 * chance(seed, 1)) / 10 ** decimals;
  const [low, high] = [range_min ?? 0, range_max ?? Number.POSITIVE_INFINITY];
  const span = Number.isFinite(high) ? high - low : Math.abs(low);
  const isUsual = usual >= low && usual <= high;
  const [level, width] = isUsual ? [usual, 0.15 * usual] : [low + 0.4 * span, 0.1 * span];
  const value = level + width * sway;
  return { value, low: value - width * 0.1, high: value + width * 0.1 };
}

/** Within the factor's range, with its decimals. */
function fitted({ value, low, high }: Made, factor: VirtualFactor): Made {
  const { decimals, range_min, range_max, averaging } = factor;
  const power = 10 ** decimals;
  const shown = (number: number) => {
    const inRange =
      averaging === 'circular'
        ? ((number % 360) + 360) % 360
        : clamp(number, range_min ?? Number.NEGATIVE_INFINITY, range_max ?? Number.POSITIVE_INFINITY);
    // Adding 0 turns -0 into 0.
    const rounded = Math.round(inRange * power) / power + 0;
    return averaging === 'circular' ? rounded % 360 : rounded;
  };
  return { value: shown(value), low: shown(low), high: shown(high) };
}
