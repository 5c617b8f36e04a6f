import type { AirFigures } from './air-figures.ts';
import { type AirReport, airReport, reportColumns } from './air-report.ts';
import { type AqiEdition, airRulesAt } from './air-rules.ts';
import { aqiBand } from './aqi-bands.ts';
import { type AqiItem, iaqi } from './iaqi.ts';
import { type Pollutant, pollutantOf, pollutants } from './pollutants.ts';
import { HOUR_MS } from './time-units.ts';
import { waterClass } from './water-class.ts';
import { type WaterBody, waterItemOfCode, waterValues } from './water-items.ts';
import { reportedWater } from './water-target.ts';

/** From best to worst: level of the air or class of the water (6 is worse than V). */
export type Grade = 1 | 2 | 3 | 4 | 5 | 6;
export type Medium = 'air' | 'water';

/** Mobile stations measure air. */
export function mediumOf(site_type: 'air' | 'water' | 'mobile'): Medium {
  return site_type === 'water' ? 'water' : 'air';
}

/** Water stations measure most items every four hours: a value is current until the next one. */
export const waterHoldsHours = 4;

/**
 * How long a value is current. An hour is stored under its start and arrives after its end; a day says nothing about
 * now.
 */
const holds: Readonly<Record<Medium, Readonly<Record<'realtime' | 'minute' | 'hour' | 'day', number>>>> = {
  air: { realtime: HOUR_MS, minute: HOUR_MS, hour: 3 * HOUR_MS, day: 0 },
  water: {
    realtime: (waterHoldsHours + 1) * HOUR_MS,
    minute: (waterHoldsHours + 1) * HOUR_MS,
    hour: (waterHoldsHours + 2) * HOUR_MS,
    day: 0,
  },
};

export function holdsMs(medium: Medium, data_type: 'realtime' | 'minute' | 'hour' | 'day'): number {
  return holds[medium][data_type];
}

/** The item of the index table for hourly reports: particles use the daily column. */
export function hourItem(edition: AqiEdition, pollutant: Pollutant): AqiItem | undefined {
  const column = reportColumns(edition, 'hour').find(
    ({ figure, item }) => item !== null && pollutantOf(figure) === pollutant,
  );
  return column?.item ?? undefined;
}

/**
 * The hourly report if these values were hourly means: a provisional index by the columns of the hourly report, not the
 * published AQI.
 */
export function momentReport(
  now: Date,
  values: Partial<Record<Pollutant, number>>,
  exempt: readonly Pollutant[],
): AirReport {
  const figures: AirFigures = {};
  for (const pollutant of pollutants) {
    const value = values[pollutant];
    if (value !== undefined) figures[`${pollutant}_1h`] = { value, valid: true };
  }
  return airReport(airRulesAt(now).aqi, 'hour', figures, exempt);
}

/** The level of one pollutant by its hourly individual index. */
export function pollutantGrade(edition: AqiEdition, pollutant: Pollutant, value: number): Grade | null {
  const item = hourItem(edition, pollutant);
  return (item && aqiBand(iaqi(edition, item, value))?.level) ?? null;
}

/** The class of one water factor, rounded as in reports; null if the standard does not limit it in such a water. */
export function waterGrade(
  body: WaterBody,
  { code, unit, decimals }: { code: string; unit: string; decimals: number },
  measured: number,
): Grade | null {
  const item = waterItemOfCode(code, body);
  const value = reportedWater(measured, decimals);
  const inItsUnit = item && waterValues(body, [{ code, value, unit }])[item];
  return item && inItsUnit !== undefined ? waterClass(item, inItsUnit) : null;
}
