import { withoutNoise } from './rounding.ts';
import { type LimitedClass, limitedClasses, type WaterItem, waterFacts } from './water-items.ts';

/** I … V by GB 3838-2002; 6 is worse than V (劣Ⅴ). */
export type WaterClass = LimitedClass | 6;

export type WaterStatus = 'excellent' | 'good' | 'light' | 'moderate' | 'heavy';

export interface WaterClassFacts {
  /** Names the words for the state of the water. */
  status: WaterStatus;
  /** Names its colour on maps; the palette itself belongs to the theme. */
  colour: 'pale' | 'cyan' | 'green' | 'yellow' | 'orange' | 'red';
}

export const waterClasses: Readonly<Record<WaterClass, WaterClassFacts>> = {
  1: { status: 'excellent', colour: 'pale' },
  2: { status: 'excellent', colour: 'cyan' },
  3: { status: 'good', colour: 'green' },
  4: { status: 'light', colour: 'yellow' },
  5: { status: 'moderate', colour: 'orange' },
  6: { status: 'heavy', colour: 'red' },
};

/** The best class whose limits the value meets. None of what is no concentration. */
export function waterClass(item: WaterItem, value: number): WaterClass | null {
  if (!(value >= 0 && Number.isFinite(value))) return null;
  const meant = withoutNoise(value);
  const met = limitedClasses.find((each) => {
    const [low, high] = waterFacts[item].bounds[each];
    return low <= meant && meant <= high;
  });
  return met ?? 6;
}
