import type { AqiItem } from './iaqi.ts';
import { type Pollutant, pollutantOf } from './pollutants.ts';
import { type Average, type Hours, latestMean } from './sliding.ts';

/** What the reports of HJ 633 are made of: all that has an index, and the particles of one hour. */
export type AirFigure = AqiItem | 'pm10_1h' | 'pm25_1h';

export type AirFigures = Partial<Record<AirFigure, Average>>;

/** The hours of each pollutant that a station measures. */
export type HoursByPollutant = Partial<Record<Pollutant, Hours>>;

type Recipe = (hours: Hours) => Average;

const last24Hours = (hours: Hours) => latestMean(hours, 24);
const last8Hours = (hours: Hours) => latestMean(hours, 8);

function lastHour(hours: Hours): Average {
  const value = hours.at(-1) ?? null;
  return { value, valid: value !== null };
}

const ofHour: Partial<Record<AirFigure, Recipe>> = {
  so2_1h: lastHour,
  so2_24h: last24Hours,
  no2_1h: lastHour,
  co_1h: lastHour,
  o3_1h: lastHour,
  o3_8h: last8Hours,
  pm10_1h: lastHour,
  pm10_24h: last24Hours,
  pm25_1h: lastHour,
  pm25_24h: last24Hours,
};

/** From the 24 hours that end with an hour; most of them may be of the day before. */
export function hourFigures(hours: HoursByPollutant): AirFigures {
  const figures: AirFigures = {};
  for (const [figure, make] of Object.entries(ofHour) as [AirFigure, Recipe][]) {
    const own = hours[pollutantOf(figure)];
    if (own) figures[figure] = make(own);
  }
  return figures;
}
