import type { AqiItem } from './iaqi.ts';
import { o3DailyMax8h } from './ozone.ts';
import { type Pollutant, pollutantOf } from './pollutants.ts';
import { type Average, type Hours, latestMean, meanOfHours } from './sliding.ts';
import { mean } from './statistics.ts';

/** What the reports of HJ 633 are made of: all that has an index, and the particles of one hour. */
export type AirFigure = AqiItem | 'pm10_1h' | 'pm25_1h';

export type AirFigures = Partial<Record<AirFigure, Average>>;

/** The hours of each pollutant that a station measures. */
export type HoursByPollutant = Partial<Record<Pollutant, Hours>>;

type Recipes = Partial<Record<AirFigure, (hours: Hours) => Average>>;

const meanOfDay = (hours: Hours) => meanOfHours(hours, 24);
const last24Hours = (hours: Hours) => latestMean(hours, 24);
const last8Hours = (hours: Hours) => latestMean(hours, 8);

function lastHour(hours: Hours): Average {
  const value = hours.at(-1) ?? null;
  return { value, valid: value !== null };
}

/** A peak may lie in the hours that are missing, so that the day needs as many as for its mean. */
function highestHour(hours: Hours): Average {
  const present = hours.filter((hour) => hour !== null);
  return { value: present.length > 0 ? Math.max(...present) : null, valid: meanOfDay(hours).valid };
}

const ofDay: Recipes = {
  so2_24h: meanOfDay,
  no2_24h: meanOfDay,
  co_24h: meanOfDay,
  o3_1h: highestHour,
  o3_8h: o3DailyMax8h,
  pm10_24h: meanOfDay,
  pm25_24h: meanOfDay,
};

const ofHour: Recipes = {
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

function made(recipes: Recipes, hours: HoursByPollutant): AirFigures {
  const figures: AirFigures = {};
  for (const [figure, make] of entriesOf(recipes)) {
    const own = hours[pollutantOf(figure)];
    if (own) figures[figure] = make(own);
  }
  return figures;
}

function entriesOf<T>(record: Partial<Record<AirFigure, T>>) {
  return Object.entries(record) as [AirFigure, T][];
}

/** From the 24 hours of a day. */
export function dayFigures(hours: HoursByPollutant): AirFigures {
  return made(ofDay, hours);
}

/** From the 24 hours that end with an hour; most of them may be of the day before. */
export function hourFigures(hours: HoursByPollutant): AirFigures {
  return made(ofHour, hours);
}

/** A city's figures are the means of its stations' concentrations; its index comes from these, never from indices. */
export function cityFigures(stations: readonly AirFigures[]): AirFigures {
  const known = new Map<AirFigure, number[]>();
  for (const [figure, { value, valid }] of stations.flatMap(entriesOf)) {
    const values = known.get(figure) ?? [];
    known.set(figure, valid && value !== null ? [...values, value] : values);
  }
  return Object.fromEntries(
    Array.from(known, ([figure, values]) => [figure, { value: mean(values), valid: values.length > 0 }]),
  );
}
