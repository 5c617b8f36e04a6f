import { pollutantFacts } from '#shared/domain/pollutants.ts';
import type { Network, Station } from './network.ts';
import type { Colouring, Picture, Shown } from './picture.ts';

export const rankings = ['aqi', 'pm25', 'pm10'] as const;
export type Ranking = (typeof rankings)[number];

export const rankOrders = ['worst', 'best', 'name'] as const;
export type RankOrder = (typeof rankOrders)[number];

export interface Ranked {
  station: Station;
  shown: Shown;
}

/** The colouring of a ranking; undefined if the network measures nothing of it. */
export function rankedBy(network: Network, ranking: Ranking): Colouring | undefined {
  if (ranking === 'aqi') return 'overall';
  return network.factors.air.find(({ code }) => code === pollutantFacts[ranking].code);
}

/** Stations with a value, equal ones by name. Simulated stations are not ranked. */
export function ranked(
  stations: readonly Station[],
  medium: Station['medium'],
  picture: Picture,
  order: RankOrder,
): Ranked[] {
  const rows = stations.flatMap((station) => {
    if (station.medium !== medium || station.site.virtual_data) return [];
    const shown = picture(station);
    return shown.value === null ? [] : [{ station, shown, value: shown.value }];
  });
  // Stations are sorted by name already, and sorting is stable.
  if (order === 'name') return rows;
  const sign = order === 'best' ? 1 : -1;
  return rows.sort((a, b) => sign * (a.value - b.value));
}

export function isSameRanking(a: readonly Ranked[], b: readonly Ranked[]): boolean {
  return (
    a.length === b.length &&
    a.every(({ station, shown }, i) => station === b[i]?.station && shown.figure === b[i]?.shown.figure)
  );
}
