import { roundRealMean } from './rounding.ts';
import { waterClass } from './water-class.ts';
import {
  type LimitedClass,
  shownBounds,
  type WaterBody,
  waterFacts,
  waterItemOfCode,
  waterValues,
} from './water-items.ts';
import { waterMultiple } from './water-section.ts';

/** The target class of a section, and the kind of its water. */
export interface WaterTarget {
  body: WaterBody;
  target: LimitedClass;
}

/** The target of a site; class III if it has none, and a river unless it is a lake. */
export function waterTarget({
  water_quality_type,
  water_pollution_level,
}: {
  water_quality_type: WaterBody | null;
  water_pollution_level: number | null;
}): WaterTarget {
  return { body: water_quality_type ?? 'river', target: (water_pollution_level ?? 3) as LimitedClass };
}

/**
 * A water figure is rounded once, to the decimals it is reported with, and assessed as reported. It must not be
 * computed from rounded figures.
 */
export function reportedWater(value: number, decimals: number): number {
  return roundRealMean(value, decimals);
}

/** Limits of one factor in the unit of the standard, with the comparison. */
export interface TargetJudge {
  low: number | null;
  high: number | null;
  unit: string;
  isOver(value: number): boolean;
  /** Exceedance as a multiple of the limit; null for pH and oxygen. */
  timesOver(value: number): number | null;
}

/** Undefined for factors without limits in such a water. */
export function targetJudge(
  { body, target }: WaterTarget,
  { code, unit }: { code: string | null; unit: string },
): TargetJudge | undefined {
  const item = code && waterItemOfCode(code, body);
  if (!code || !item) return undefined;
  const measured = (value: number) => waterValues(body, [{ code, value, unit }])[item];
  return {
    ...shownBounds(waterFacts[item].bounds[target]),
    unit: waterFacts[item].unit ?? 'mg/L',
    isOver: (value) => {
      const inItsUnit = measured(value);
      const itsClass = inItsUnit === undefined ? null : waterClass(item, inItsUnit);
      return itsClass !== null && itsClass > target;
    },
    timesOver: (value) => {
      const inItsUnit = measured(value);
      return inItsUnit === undefined ? null : waterMultiple(item, inItsUnit, target);
    },
  };
}
