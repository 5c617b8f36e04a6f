import { inUnit } from './units.ts';

export type WaterBody = 'river' | 'lake';

/** Classes with limits; "worse than V" has none. */
export const limitedClasses = [1, 2, 3, 4, 5] as const;
export type LimitedClass = (typeof limitedClasses)[number];

/** A value meets a class if it is within these bounds, inclusive. */
type Bounds = Readonly<Record<LimitedClass, readonly [low: number, high: number]>>;
type Limits = [i: number, ii: number, iii: number, iv: number, v: number];

function upTo(...[i, ii, iii, iv, v]: Limits): Bounds {
  return { 1: [0, i], 2: [0, ii], 3: [0, iii], 4: [0, iv], 5: [0, v] };
}

function atLeast(...[i, ii, iii, iv, v]: Limits): Bounds {
  const most = Number.POSITIVE_INFINITY;
  return { 1: [i, most], 2: [ii, most], 3: [iii, most], 4: [iv, most], 5: [v, most] };
}

const neutral = [6, 9] as const;

interface WaterItemFacts {
  /** National factor codes: surface water first, then the total in waste water. */
  codes: readonly string[];
  bounds: Bounds;
  /** mg/L if not given. */
  unit?: '' | 'count/L';
  /** The only kind of water that it is assessed in. */
  body?: WaterBody;
}

/** GB 3838-2002, table 1, without water temperature, for which only the man-made change is limited. */
const items = {
  ph: { codes: ['w01001'], bounds: { 1: neutral, 2: neutral, 3: neutral, 4: neutral, 5: neutral }, unit: '' },
  do: { codes: ['w01009'], bounds: atLeast(7.5, 6, 5, 3, 2) },
  codmn: { codes: ['w01019'], bounds: upTo(2, 4, 6, 10, 15) },
  cod: { codes: ['w01018'], bounds: upTo(15, 15, 20, 30, 40) },
  bod5: { codes: ['w01017'], bounds: upTo(3, 3, 4, 6, 10) },
  nh3n: { codes: ['w21003'], bounds: upTo(0.15, 0.5, 1, 1.5, 2) },
  tp_river: { codes: ['w21011'], bounds: upTo(0.02, 0.1, 0.2, 0.3, 0.4), body: 'river' },
  tp_lake: { codes: ['w21011'], bounds: upTo(0.01, 0.025, 0.05, 0.1, 0.2), body: 'lake' },
  tn_lake: { codes: ['w21001'], bounds: upTo(0.2, 0.5, 1, 1.5, 2), body: 'lake' },
  cu: { codes: ['w20138', 'w20122'], bounds: upTo(0.01, 1, 1, 1, 1) },
  zn: { codes: ['w20139', 'w20123'], bounds: upTo(0.05, 1, 1, 2, 2) },
  f: { codes: ['w21017'], bounds: upTo(1, 1, 1, 1.5, 1.5) },
  se: { codes: ['w20140', 'w20128'], bounds: upTo(0.01, 0.01, 0.01, 0.02, 0.02) },
  as: { codes: ['w20141', 'w20119'], bounds: upTo(0.05, 0.05, 0.05, 0.1, 0.1) },
  hg: { codes: ['w20142', 'w20111'], bounds: upTo(0.000_05, 0.000_05, 0.0001, 0.001, 0.001) },
  cd: { codes: ['w20143', 'w20115'], bounds: upTo(0.001, 0.005, 0.005, 0.005, 0.01) },
  cr6: { codes: ['w20117'], bounds: upTo(0.01, 0.05, 0.05, 0.05, 0.1) },
  pb: { codes: ['w20144', 'w20120'], bounds: upTo(0.01, 0.01, 0.05, 0.05, 0.1) },
  cn: { codes: ['w21016'], bounds: upTo(0.005, 0.05, 0.2, 0.2, 0.2) },
  phenol: { codes: ['w23002'], bounds: upTo(0.002, 0.002, 0.005, 0.01, 0.1) },
  oil: { codes: ['w22001'], bounds: upTo(0.05, 0.05, 0.05, 0.5, 1) },
  las: { codes: ['w19002'], bounds: upTo(0.2, 0.2, 0.2, 0.3, 0.3) },
  s: { codes: ['w21019'], bounds: upTo(0.05, 0.1, 0.2, 0.5, 1) },
  coliform: { codes: ['w02003'], bounds: upTo(200, 2000, 10_000, 20_000, 40_000), unit: 'count/L' },
} as const satisfies Record<string, WaterItemFacts>;

export type WaterItem = keyof typeof items;

export const waterFacts: Readonly<Record<WaterItem, WaterItemFacts>> = items;
export const waterItems = Object.keys(items) as WaterItem[];

/** Bounds for display: infinite ones are left out. */
export function shownBounds([low, high]: readonly [low: number, high: number]) {
  return { low: low > 0 ? low : null, high: Number.isFinite(high) ? high : null };
}

export function itemsOf(body: WaterBody): WaterItem[] {
  return waterItems.filter((item) => (waterFacts[item].body ?? body) === body);
}

/** The standard's item for a factor. Phosphorus has other limits in lakes; nitrogen has limits only there. */
export function waterItemOfCode(code: string, body: WaterBody): WaterItem | undefined {
  return itemsOf(body).find((item) => waterFacts[item].codes.includes(code));
}

export interface WaterReading {
  code: string;
  value: number | null;
  unit: string;
}

export type WaterValues = Partial<Record<WaterItem, number>>;

/**
 * The values of a station by item, in the items' units (several metals are reported in µg/L). If both an element and
 * its total are present, the element is used.
 */
export function waterValues(body: WaterBody, readings: readonly WaterReading[]): WaterValues {
  const found = itemsOf(body).flatMap((item) => {
    const { codes } = waterFacts[item];
    const known = codes.flatMap((code) => readings.filter((reading) => reading.code === code));
    const [value] = known.flatMap(({ value, unit }) =>
      value === null ? [] : (inItemUnit(item, value, unit) ?? []),
    );
    return value === undefined ? [] : [[item, value]];
  });
  return Object.fromEntries(found);
}

/** Null if the unit is of another kind. */
export function inItemUnit(item: WaterItem, value: number, unit: string): number | null {
  // pH and counts have only one unit, however it is written.
  return waterFacts[item].unit !== undefined ? value : inUnit(value, unit, 'mg/L');
}
