import { roundHalfEven, withoutNoise } from './rounding.ts';
import { type LimitedClass, type WaterItem, type WaterValues, waterFacts } from './water-items.ts';

/**
 * The pollution index of one item against the target class of its section: up to 1 it complies. For oxygen the water
 * temperature (°C) is needed. Null for an impossible concentration.
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
  /** With two decimals; null if nothing is known. */
  index: number | null;
  /** Number of items in the sum: only indices of the same items can be compared. */
  count: number;
}

/** CWQI: the sum of the indices against class III; for oxygen the limit divided by the value. */
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
  // Warm water may hold less oxygen than the limit, and algae may raise it above saturation; both comply.
  return saturated > limit ? Math.min(1, Math.abs(saturated - value) / (saturated - limit)) : 1;
}
