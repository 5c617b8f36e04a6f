import type { WaterChoices } from '#server/standards/water-choice.ts';
import type { JudgedFactor } from '#shared/contract/home/home.ts';
import { waterHoldsHours } from '#shared/domain/standing.ts';
import { waterClass } from '#shared/domain/water-class.ts';
import {
  inItemUnit,
  type WaterBody,
  type WaterItem,
  waterFacts,
  waterItemOfCode,
  waterItems,
} from '#shared/domain/water-items.ts';
import { reportedWater } from '#shared/domain/water-target.ts';
import type { JudgeSite } from './judged.ts';

interface ReadItem {
  item: WaterItem;
  /** In order of precedence: an element's own factor before the total. */
  sources: { column: Float32Array; unit: string; decimals: number }[];
}

/**
 * The water class by hour, like `waterSection` without the section. Items keep their last value for `waterHoldsHours`.
 */
export function waterJudge(
  factors: readonly JudgedFactor[],
  columns: readonly Float32Array[],
  choices: WaterChoices,
  one: boolean,
): JudgeSite {
  const wantedOf = (body: WaterBody) => (one ? waterItems : choices[body].items);
  const itemsOf: Record<WaterBody, ReadItem[]> = {
    river: readItems('river', factors, columns, wantedOf('river')),
    lake: readItems('lake', factors, columns, wantedOf('lake')),
  };
  return ({ body }) =>
    (at) => {
      let worst = 0;
      let figure = Number.NaN;
      for (const { item, sources } of itemsOf[body]) {
        for (const { column, unit, decimals } of sources) {
          const value = reportedWater(held(column, at), decimals);
          const inItsUnit = Number.isNaN(value) ? null : inItemUnit(item, value, unit);
          const itsClass = inItsUnit === null ? null : waterClass(item, inItsUnit);
          if (itsClass === null) continue;
          worst = Math.max(worst, itsClass);
          figure = value;
          break;
        }
      }
      return worst === 0 ? undefined : { level: worst, figure: one ? figure : worst };
    };
}

function readItems(
  body: WaterBody,
  factors: readonly JudgedFactor[],
  columns: readonly Float32Array[],
  wanted: readonly WaterItem[],
): ReadItem[] {
  const found = new Map<
    WaterItem,
    { code: string; unit: string; decimals: number; column: Float32Array }[]
  >();
  for (const [i, { code, unit, decimals }] of factors.entries()) {
    const item = waterItemOfCode(code, body);
    const column = columns[i];
    if (!item || !column || !wanted.includes(item)) continue;
    found.set(item, [...(found.get(item) ?? []), { code, unit, decimals, column }]);
  }
  return Array.from(found, ([item, sources]) => ({
    item,
    sources: sources.sort(
      (a, b) => waterFacts[item].codes.indexOf(a.code) - waterFacts[item].codes.indexOf(b.code),
    ),
  }));
}

/** The newest value of this hour or the hours before it. */
function held(column: Float32Array, at: number): number {
  for (let back = 0; back < waterHoldsHours; back++) {
    const value = column[at - back];
    if (value !== undefined && !Number.isNaN(value)) return value;
  }
  return Number.NaN;
}
