import { roundHalfEven } from './rounding.ts';
import { type WaterClass, waterClass } from './water-class.ts';
import {
  itemsOf,
  type LimitedClass,
  type WaterBody,
  type WaterItem,
  type WaterValues,
  waterFacts,
} from './water-items.ts';

export interface JudgedItem {
  item: WaterItem;
  value: number;
  class: WaterClass;
  /** By how many times class III's limit it is over it, to two decimals; 0 within it. None of pH and oxygen. */
  multiple: number | null;
}

export interface WaterSection {
  /** That of the worst item. None where nothing is known. */
  class: WaterClass | null;
  items: JudgedItem[];
  /** The worst of those that are worse than class III, three at most. */
  main: JudgedItem[];
  /** Judged too, but not for the class: nitrogen of lakes. */
  apart: JudgedItem[];
}

/** Which items make the class, and which are judged apart from it. */
export interface SectionChoice {
  items: readonly WaterItem[];
  apart: readonly WaterItem[];
}

/** The usual 21: without water temperature, total nitrogen and coliforms. */
const usual = (body: WaterBody) => itemsOf(body).filter((item) => item !== 'tn_lake' && item !== 'coliform');

export const usualChoice: Readonly<Record<WaterBody, SectionChoice>> = {
  river: { items: usual('river'), apart: [] },
  lake: { items: usual('lake'), apart: ['tn_lake'] },
};

/** A section is as good as its worst item (单因子评价). */
export function waterSection(values: WaterValues, choice: SectionChoice): WaterSection {
  const items = choice.items.flatMap((item) => judgedItem(item, values[item]));
  const worstFirst = items.toSorted((a, b) => b.class - a.class || (b.multiple ?? 0) - (a.multiple ?? 0));
  return {
    class: worstFirst[0]?.class ?? null,
    items,
    main: worstFirst.filter((item) => item.class > 3).slice(0, 3),
    apart: choice.apart.flatMap((item) => judgedItem(item, values[item])),
  };
}

function judgedItem(item: WaterItem, value: number | undefined): JudgedItem[] {
  const itsClass = value === undefined ? null : waterClass(item, value);
  if (value === undefined || itsClass === null) return [];
  return [{ item, value, class: itsClass, multiple: waterMultiple(item, value) }];
}

/** By how many times the limit of a class an item is over it, to two decimals; 0 within it. None of pH and oxygen. */
export function waterMultiple(item: WaterItem, value: number, target: LimitedClass = 3): number | null {
  if (item === 'ph' || item === 'do') return null;
  const [, limit] = waterFacts[item].bounds[target];
  return roundHalfEven(Math.max(0, value / limit - 1), 2);
}
