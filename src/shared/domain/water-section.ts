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
  /** Exceedance of the class III limit as a multiple, with two decimals; 0 within it. Null for pH and oxygen. */
  multiple: number | null;
}

export interface WaterSection {
  /** The class of the worst item; null if nothing is known. */
  class: WaterClass | null;
  items: JudgedItem[];
  /**
   * The main pollutants: items worse than class III, three at most; cyanide and heavy metals first, then by class, then
   * by multiple.
   */
  main: JudgedItem[];
  /** Assessed, but not part of the class: nitrogen of lakes. */
  apart: JudgedItem[];
}

/** Which items make up the class, and which are assessed separately. */
export interface SectionChoice {
  items: readonly WaterItem[];
  apart: readonly WaterItem[];
}

/** The usual 21 items: without water temperature, total nitrogen and coliforms. */
const usual = (body: WaterBody) => itemsOf(body).filter((item) => item !== 'tn_lake' && item !== 'coliform');

export const usualChoice: Readonly<Record<WaterBody, SectionChoice>> = {
  river: { items: usual('river'), apart: [] },
  lake: { items: usual('lake'), apart: ['tn_lake'] },
};

/** First among the main pollutants (环办〔2011〕22号). Arsenic counts as a heavy metal, selenium does not. */
const toxic: ReadonlySet<WaterItem> = new Set(['cn', 'cu', 'zn', 'as', 'hg', 'cd', 'cr6', 'pb']);

/** The class of a section is that of its worst item (单因子评价). */
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
    // Uses exact multiples; those shown are rounded.
    (exactMultiple(b.item, b.value, 3) ?? 0) - (exactMultiple(a.item, a.value, 3) ?? 0)
  );
}

function judgedItem(item: WaterItem, value: number | undefined): JudgedItem[] {
  const itsClass = value === undefined ? null : waterClass(item, value);
  if (value === undefined || itsClass === null) return [];
  return [{ item, value, class: itsClass, multiple: waterMultiple(item, value) }];
}

/** Exceedance of a class's limit as a multiple, with two decimals; 0 within it. Null for pH and oxygen. */
export function waterMultiple(item: WaterItem, value: number, target: LimitedClass = 3): number | null {
  const multiple = exactMultiple(item, value, target);
  return multiple === null ? null : roundHalfEven(multiple, 2);
}

function exactMultiple(item: WaterItem, value: number, target: LimitedClass): number | null {
  if (item === 'ph' || item === 'do') return null;
  const [, limit] = waterFacts[item].bounds[target];
  return Math.max(0, value / limit - 1);
}
