import { withoutNoise } from './rounding.ts';
import { type LimitedClass, limitedClasses, type WaterItem, waterFacts } from './water-items.ts';

/** I … V by GB 3838-2002; 6 means worse than V (劣Ⅴ). */
export type WaterClass = LimitedClass | 6;

export type WaterStatus = 'excellent' | 'good' | 'light' | 'moderate' | 'heavy';

export interface WaterClassFacts {
  /** Names the word for the state of the water. */
  status: WaterStatus;
}

export const waterClasses: Readonly<Record<WaterClass, WaterClassFacts>> = {
  1: { status: 'excellent' },
  2: { status: 'excellent' },
  3: { status: 'good' },
  4: { status: 'light' },
  5: { status: 'moderate' },
  6: { status: 'heavy' },
};

/** The best class whose limits the value meets; null for an impossible concentration. */
export function waterClass(item: WaterItem, value: number): WaterClass | null {
  if (!(value >= 0 && Number.isFinite(value))) return null;
  const meant = withoutNoise(value);
  const met = limitedClasses.find((each) => {
    const [low, high] = waterFacts[item].bounds[each];
    return low <= meant && meant <= high;
  });
  return met ?? 6;
}
