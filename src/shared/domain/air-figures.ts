import type { AqiEdition } from './air-rules.ts';
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

/** The edition of 2012 judges an hour by the hours before it too. */
const ofHour: Readonly<Record<AqiEdition, readonly HourFigure[]>> = {
  '2012': [
    ...ofOneHour,
    ...(['so2_24h', 'pm10_24h', 'pm25_24h'] as const).map((figure) => made(figure, last24Hours)),
    made('o3_8h', last8Hours),
  ],
  '2026': ofOneHour,
};

/** From the hours that end with an hour, 24 for the edition of 2012; most of them may be of the day before. */
export function hourFigures(edition: AqiEdition, hours: HoursByPollutant): AirFigures {
  const figures: AirFigures = {};
  for (const { figure, pollutant, make } of ofHour[edition]) {
    const own = hours[pollutant];
    if (own) figures[figure] = make(own);
  }
  return figures;
}
