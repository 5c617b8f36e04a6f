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
  /** Those worse than class III, three at most: cyanide and heavy metals first, then by class, then by multiple. */
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

/** Named first among the main pollutants (环办〔2011〕22号). Arsenic counts as a heavy metal, selenium does not. */
const toxic: ReadonlySet<WaterItem> = new Set(['cn', 'cu', 'zn', 'as', 'hg', 'cd', 'cr6', 'pb']);

/** A section is as good as its worst item (单因子评价). */
export function waterSection(values: WaterValues, choice: SectionChoice): WaterSection {
  const items = choice.items.flatMap((item) => judgedItem(item, values[item]));
  const [worst] = items.toSorted((a, b) => b.class - a.class);
  return {
    class: worst?.class ?? null,
    items,
    main: items
      .filter((item) => item.class > 3)
      .sort(mainFirst)
      .slice(0, 3),
    apart: choice.apart.flatMap((item) => judgedItem(item, values[item])),
  };
}

function mainFirst(a: JudgedItem, b: JudgedItem): number {
  return (
    Number(toxic.has(b.item)) - Number(toxic.has(a.item)) ||
    b.class - a.class ||
    // Not by the multiples shown: they are rounded.
    (exactMultiple(b.item, b.value, 3) ?? 0) - (exactMultiple(a.item, a.value, 3) ?? 0)
  );
}

function judgedItem(item: WaterItem, value: number | undefined): JudgedItem[] {
  const itsClass = value === undefined ? null : waterClass(item, value);
  if (value === undefined || itsClass === null) return [];
  return [{ item, value, class: itsClass, multiple: waterMultiple(item, value) }];
}

/** By how many times the limit of a class an item is over it, to two decimals; 0 within it. None of pH and oxygen. */
export function waterMultiple(item: WaterItem, value: number, target: LimitedClass = 3): number | null {
  const multiple = exactMultiple(item, value, target);
  return multiple === null ? null : roundHalfEven(multiple, 2);
}

function exactMultiple(item: WaterItem, value: number, target: LimitedClass): number | null {
  if (item === 'ph' || item === 'do') return null;
  const [, limit] = waterFacts[item].bounds[target];
  return Math.max(0, value / limit - 1);
}
