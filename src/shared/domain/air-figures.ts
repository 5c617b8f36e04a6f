import type { AqiEdition } from './air-rules.ts';
import type { AqiItem } from './iaqi.ts';
import { type Pollutant, pollutantOf } from './pollutants.ts';
import { type Average, type Hours, latestMean } from './sliding.ts';

/** Figures of the HJ 633 reports: everything with an index, and hourly particles. */
export type AirFigure = AqiItem | 'pm10_1h' | 'pm25_1h';

export type AirFigures = Partial<Record<AirFigure, Average>>;

/** The hourly values of each pollutant that a station measures. */
export type HoursByPollutant = Partial<Record<Pollutant, Hours>>;

type Recipe = (hours: Hours) => Average;

const last24Hours = (hours: Hours) => latestMean(hours, 24);
const last8Hours = (hours: Hours) => latestMean(hours, 8);

function lastHour(hours: Hours): Average {
  const value = hours.at(-1) ?? null;
  return { value, valid: value !== null };
}

interface HourFigure {
  figure: AirFigure;
  pollutant: Pollutant;
  make: Recipe;
}

const made = (figure: AirFigure, make: Recipe): HourFigure => ({
  figure,
  pollutant: pollutantOf(figure),
  make,
});

const ofOneHour = (['so2_1h', 'no2_1h', 'co_1h', 'o3_1h', 'pm10_1h', 'pm25_1h'] as const).map((figure) =>
  made(figure, lastHour),
);

/** The 2012 edition also uses the hours before. */
const ofHour: Readonly<Record<AqiEdition, readonly HourFigure[]>> = {
  '2012': [
    ...ofOneHour,
    ...(['so2_24h', 'pm10_24h', 'pm25_24h'] as const).map((figure) => made(figure, last24Hours)),
    made('o3_8h', last8Hours),
  ],
  '2026': ofOneHour,
};

/**
 * Figures of an hour from the hours that end with it (24 for the 2012 edition; most of them may be of the day before).
 */
export function hourFigures(edition: AqiEdition, hours: HoursByPollutant): AirFigures {
  const figures: AirFigures = {};
  for (const { figure, pollutant, make } of ofHour[edition]) {
    const own = hours[pollutant];
    if (own) figures[figure] = make(own);
  }
  return figures;
}
