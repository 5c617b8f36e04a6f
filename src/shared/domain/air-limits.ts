import type { LimitEdition } from './air-rules.ts';
import { pollutantFacts } from './pollutants.ts';
import { roundHalfEven } from './rounding.ts';
import { inUnit } from './units.ts';

/** Class 1: nature reserves and similar areas; class 2: everywhere else. */
export type AreaClass = 1 | 2;

export type LimitPeriod = '1h' | '8h' | '24h' | 'quarter' | 'year';

type Limits = readonly [class1: number, class2: number];
type Editions = Readonly<Record<LimitEdition, Limits>>;

function since(first: Limits, from2026: Limits = first, from2031: Limits = from2026): Editions {
  return { '2012': first, '2026': from2026, '2031': from2031 };
}
const always = (class1: number, class2 = class1) => since([class1, class2]);

interface LimitedItem {
  /** National factor code; chromium VI in air has none. */
  code: string | null;
  unit: 'µg/m³' | 'mg/m³';
  /** Decimals that concentrations are rounded to before they are compared. */
  decimals: number;
  limits: Partial<Record<LimitPeriod, Editions>>;
}

/** GB 3095, tables 1 and 2, and its informative annex from cadmium on. */
const items = {
  so2: {
    ...pollutantFacts.so2,
    limits: {
      '1h': since([150, 500], [150, 500], [150, 150]),
      '24h': since([50, 150], [50, 150], [50, 50]),
      year: since([20, 60], [20, 60], [20, 20]),
    },
  },
  no2: {
    ...pollutantFacts.no2,
    limits: {
      '1h': always(200),
      '24h': since([80, 80], [80, 80], [50, 50]),
      year: since([40, 40], [40, 40], [30, 30]),
    },
  },
  co: { ...pollutantFacts.co, limits: { '1h': always(10), '24h': always(4) } },
  o3: { ...pollutantFacts.o3, limits: { '1h': always(160, 200), '8h': always(100, 160) } },
  pm10: {
    ...pollutantFacts.pm10,
    limits: {
      '24h': since([50, 150], [50, 120], [50, 100]),
      year: since([40, 70], [40, 60], [20, 50]),
    },
  },
  pm25: {
    ...pollutantFacts.pm25,
    limits: {
      '24h': since([35, 75], [35, 60], [25, 50]),
      year: since([15, 35], [15, 30], [10, 25]),
    },
  },
  tsp: {
    code: 'a34001',
    unit: 'µg/m³',
    decimals: 0,
    limits: { '24h': always(120, 300), year: always(80, 200) },
  },
  nox: {
    code: 'a21002',
    unit: 'µg/m³',
    decimals: 0,
    limits: {
      '1h': always(250),
      '24h': since([100, 100], [100, 100], [70, 70]),
      year: since([50, 50], [50, 50], [40, 40]),
    },
  },
  pb: {
    code: 'a20044',
    unit: 'µg/m³',
    decimals: 2,
    limits: { quarter: always(1), year: always(0.5) },
  },
  bap: {
    code: 'a25044',
    unit: 'µg/m³',
    decimals: 4,
    limits: { '24h': always(0.0025), year: always(0.001) },
  },
  cd: { code: 'a20026', unit: 'µg/m³', decimals: 3, limits: { year: always(0.005) } },
  hg: { code: 'a20058', unit: 'µg/m³', decimals: 2, limits: { year: always(0.05) } },
  as: { code: 'a20007', unit: 'µg/m³', decimals: 3, limits: { year: always(0.006) } },
  cr6: { code: null, unit: 'µg/m³', decimals: 6, limits: { year: always(0.000_025) } },
  fluoride: { code: 'a21018', unit: 'µg/m³', decimals: 0, limits: { '1h': always(20), '24h': always(7) } },
} satisfies Record<string, LimitedItem>;

export type LimitItem = keyof typeof items;

export const limitedItems: Readonly<Record<LimitItem, LimitedItem>> = items;

// A lookup table, because it is used for each value of a network's year.
const itemsByCode = new Map(
  Object.entries(limitedItems).flatMap(([item, { code }]) => (code ? [[code, item as LimitItem]] : [])),
);

export function limitItemOfCode(code: string): LimitItem | undefined {
  return itemsByCode.get(code);
}

export function airLimit(
  edition: LimitEdition,
  item: LimitItem,
  period: LimitPeriod,
  area: AreaClass = 2,
): number | null {
  return limitedItems[item].limits[period]?.[edition][area - 1] ?? null;
}

/**
 * The decimals that the standard rounds a factor to, in the unit of the report. Null for a factor without limits, and
 * for a unit that is no power of ten of the standard's (ppb).
 */
export function standardPlaces(code: string | null, unit: string): number | null {
  const item = code ? limitItemOfCode(code) : undefined;
  if (!item) return null;
  const { decimals, unit: own } = limitedItems[item];
  const times = inUnit(1, own, unit);
  const shift = times === null ? Number.NaN : Math.log10(times);
  return Number.isInteger(shift) ? Math.max(0, decimals - shift) : null;
}

/** Whether a concentration, rounded as it is published, exceeds the limit. */
export function exceeds(item: LimitItem, concentration: number, limit: number): boolean {
  return roundHalfEven(concentration, limitedItems[item].decimals) > limit;
}

/** Exceedance as a multiple of the limit, with two decimals; 0 within the limit. */
export function exceedance(item: LimitItem, concentration: number, limit: number): number {
  const over = roundHalfEven(concentration, limitedItems[item].decimals) - limit;
  return over > 0 ? roundHalfEven(over / limit, 2) : 0;
}
