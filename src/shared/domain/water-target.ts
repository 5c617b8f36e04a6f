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

/** What the values of a section are held against: the class that it is meant to have, in such a water. */
export interface WaterTarget {
  body: WaterBody;
  target: LimitedClass;
}

/** As a site has it; III where none is named, and a river where it is not said to be a lake. */
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
 * A figure of water is rounded once, to the decimals that it is reported with, and judged as it is reported. It must not
 * be made of rounded ones.
 */
export function reportedWater(value: number, decimals: number): number {
  return roundRealMean(value, decimals);
}

/** Limits of one factor, in the unit of the standard, and whether a value is outside of them. */
export interface TargetJudge {
  low: number | null;
  high: number | null;
  unit: string;
  isOver(value: number): boolean;
  /** By how many times its limit a value is over it; none of pH and oxygen. */
  timesOver(value: number): number | null;
}

/** None of what the standard does not limit in such a water. */
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
