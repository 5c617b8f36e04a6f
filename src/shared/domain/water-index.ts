import { withoutNoise } from './rounding.ts';
import { type LimitedClass, type WaterItem, waterFacts } from './water-items.ts';

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

function oxygenIndex(value: number, limit: number, temperature: number | null): number | null {
  if (value < limit) return 10 - (9 * value) / limit;
  if (temperature === null) return null;
  const saturated = 468 / (31.6 + temperature);
  // Warm water may hold less than its limit, and algae bring it above what it holds; either complies.
  return saturated > limit ? Math.min(1, Math.abs(saturated - value) / (saturated - limit)) : 1;
}
