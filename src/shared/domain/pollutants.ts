import { roundHalfEven } from './rounding.ts';
import { inUnit } from './units.ts';

/** The six pollutants of the air quality index, in the order of HJ 633's forms. */
export const pollutants = ['so2', 'no2', 'co', 'o3', 'pm10', 'pm25'] as const;
export type Pollutant = (typeof pollutants)[number];

interface PollutantFacts {
  /** National factor code. */
  code: string;
  formula: string;
  /** Unit of its limits and breakpoints. */
  unit: 'µg/m³' | 'mg/m³';
  /** Decimals that its concentrations are rounded to before they are assessed. */
  decimals: 0 | 1;
  /** Molar mass in g/mol; gases may be reported by volume. */
  molarMass?: number;
}

export const pollutantFacts: Readonly<Record<Pollutant, PollutantFacts>> = {
  so2: { code: 'a21026', formula: 'SO2', unit: 'µg/m³', decimals: 0, molarMass: 64.066 },
  no2: { code: 'a21004', formula: 'NO2', unit: 'µg/m³', decimals: 0, molarMass: 46.006 },
  co: { code: 'a21005', formula: 'CO', unit: 'mg/m³', decimals: 1, molarMass: 28.01 },
  o3: { code: 'a05024', formula: 'O3', unit: 'µg/m³', decimals: 0, molarMass: 47.998 },
  pm10: { code: 'a34002', formula: 'PM10', unit: 'µg/m³', decimals: 0 },
  pm25: { code: 'a34004', formula: 'PM2.5', unit: 'µg/m³', decimals: 0 },
};

export function pollutantOfCode(code: string): Pollutant | undefined {
  return pollutants.find((pollutant) => pollutantFacts[pollutant].code === code);
}

/** The pollutant of a figure named by pollutant and averaging time: `so2_24h`. */
export function pollutantOf(figure: `${Pollutant}_${string}`): Pollutant {
  return figure.slice(0, figure.indexOf('_')) as Pollutant;
}

/** A concentration as it is published, assessed and given an index. */
export function judged(pollutant: Pollutant, concentration: number): number {
  return roundHalfEven(concentration, pollutantFacts[pollutant].decimals);
}

/** A concentration in the pollutant's own unit; null if the unit is of another kind. */
export function inPollutantUnit(pollutant: Pollutant, value: number, unit: string): number | null {
  const facts = pollutantFacts[pollutant];
  return inUnit(value, unit, facts.unit, facts.molarMass);
}
