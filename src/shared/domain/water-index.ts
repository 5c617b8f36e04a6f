import { roundHalfEven, withoutNoise } from './rounding.ts';
import { type LimitedClass, type WaterItem, type WaterValues, waterFacts } from './water-items.ts';

/**
 * The pollution index of one item against the class that its section is meant to have: up to 1 it complies. Oxygen
 * that complies needs the water's temperature, in °C. None of what is no concentration.
 */
export function waterIndex(
  item: WaterItem,
  value: number,
  target: LimitedClass,
  temperature: number | null = null,
): number | null {
  if (!(value >= 0 && Number.isFinite(value))) return null;
  const meant = withoutNoise(value);
  const [low, high] = waterFacts[item].bounds[target];
  switch (item) {
    case 'ph':
      return meant < 7 ? (7 - meant) / (7 - low) : (meant - 7) / (high - 7);
    case 'do':
      return oxygenIndex(meant, low, temperature);
    default:
      return meant / high;
  }
}

export interface CompositeIndex {
  /** To two decimals. None where nothing is known. */
  index: number | null;
  /** How many items it is the sum of: only indices of the same items compare. */
  count: number;
}

/** CWQI: the sum of the indices of these items against class III, of oxygen that of the limit over the value. */
export function compositeWaterIndex(values: WaterValues, items: readonly WaterItem[]): CompositeIndex {
  const known = items.flatMap((item) => {
    const value = values[item];
    if (value === undefined) return [];
    const [limit] = waterFacts.do.bounds[3];
    return (item === 'do' && value > 0 ? limit / value : waterIndex(item, value, 3)) ?? [];
  });
  const sum = known.reduce((total, index) => total + index, 0);
  return { index: known.length === 0 ? null : roundHalfEven(sum, 2), count: known.length };
}

function oxygenIndex(value: number, limit: number, temperature: number | null): number | null {
  if (value < limit) return 10 - (9 * value) / limit;
  if (temperature === null) return null;
  const saturated = 468 / (31.6 + temperature);
  // Warm water may hold less than its limit, and algae bring it above what it holds; either complies.
  return saturated > limit ? Math.min(1, Math.abs(saturated - value) / (saturated - limit)) : 1;
}
