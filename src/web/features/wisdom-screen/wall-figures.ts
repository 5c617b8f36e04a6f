import { type Pollutant, pollutantFacts } from '#shared/domain/pollutants.ts';
import type { Network, Station } from '#web/network/network.ts';
import { livePicture, type Picture } from '#web/network/picture.ts';
import { isInState } from '#web/network/site-state.ts';

export interface RankedFigure {
  key: string | number;
  name: string;
  value: number;
  figure: string;
  /** AQI level, for the colour. */
  grade: number | null;
}

/** All figures of the tiles, computed in one pass over the stations in scope. */
export interface WallFigures {
  all: number;
  online: number;
  offline: number;
  fault: number;
  maintenance: number;
  alarm: number;
  /** Air stations with current data; here and below virtual stations are excluded. */
  telling: number;
  /** Their mean AQI. */
  aqi: number | null;
  /** Number of them at levels I and II. */
  good: number;
  levels: number[];
  classes: number[];
  /** Most frequent first; null is none. */
  primary: { pollutant: Pollutant | null; count: number }[];
  ranking: RankedFigure[];
  ranking_pm25: RankedFigure[];
  /** Highest mean first. */
  cities: { city_code: string; count: number; aqi: number }[];
  /** Time of the newest packet of any station in milliseconds. */
  newest: number;
}

const shown = 8;
const levels = 6;

export function figuresOf(network: Network, stations: readonly Station[]): WallFigures {
  const overall = livePicture(network, 'overall');
  const figures = counted(stations);
  const primary = new Map<Pollutant | null, number>();
  const cities = new Map<string, { count: number; sum: number }>();
  let sum = 0;
  for (const station of stations) {
    figures.newest = Math.max(figures.newest, Date.parse(station.last_packet_at ?? '') || 0);
    if (station.site.virtual_data) continue;
    const { grade, value } = overall(station);
    if (grade === null || value === null) continue;
    if (station.medium === 'water') {
      add(figures.classes, grade - 1);
      continue;
    }
    add(figures.levels, grade - 1);
    figures.telling += 1;
    sum += value;
    if (grade <= 2) figures.good += 1;
    const named = station.air?.primary ?? [];
    for (const one of named.length > 0 ? named : [null]) primary.set(one, (primary.get(one) ?? 0) + 1);
    const code = station.site.city_code;
    if (code === null) continue;
    const city = cities.get(code) ?? { count: 0, sum: 0 };
    cities.set(code, { count: city.count + 1, sum: city.sum + value });
  }
  const pm25 = network.factors.air.find(({ code }) => code === pollutantFacts.pm25.code);
  return {
    ...figures,
    aqi: figures.telling === 0 ? null : Math.round(sum / figures.telling),
    primary: Array.from(primary, ([pollutant, count]) => ({ pollutant, count })).sort(
      (a, b) => b.count - a.count,
    ),
    ranking: worst(stations, overall),
    ranking_pm25: pm25 ? worst(stations, livePicture(network, pm25)) : [],
    cities: Array.from(cities, ([city_code, { count, sum: total }]) => ({
      city_code,
      count,
      aqi: Math.round(total / count),
    })).sort((a, b) => b.aqi - a.aqi),
  };
}

function counted(stations: readonly Station[]) {
  const figures = {
    ...{ all: stations.length, online: 0, offline: 0, fault: 0, maintenance: 0, alarm: 0 },
    ...{ telling: 0, good: 0, newest: 0 },
    levels: Array.from({ length: levels }, () => 0),
    classes: Array.from({ length: levels }, () => 0),
  };
  const states = ['online', 'offline', 'fault', 'maintenance', 'alarm'] as const;
  for (const station of stations)
    for (const state of states) if (isInState(station, state)) figures[state] += 1;
  return figures;
}

function add(counts: number[], place: number): void {
  counts[place] = (counts[place] ?? 0) + 1;
}

function worst(stations: readonly Station[], picture: Picture): RankedFigure[] {
  return stations
    .flatMap((station) => {
      const { site, medium } = station;
      if (medium !== 'air' || site.virtual_data) return [];
      const { value, figure, grade } = picture(station);
      return value === null ? [] : [{ key: site.site_id, name: site.site_name, value, figure, grade }];
    })
    .sort((a, b) => b.value - a.value)
    .slice(0, shown);
}
