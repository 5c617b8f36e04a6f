import { type FlagState, stateOfFlag } from '#shared/domain/flag-states.ts';
import type { Network, Station } from './network.ts';

/** The states that stations are counted by; each filters the map and the tree. */
export const siteStates = ['all', 'online', 'offline', 'alarm', 'fault', 'maintenance'] as const;
export type SiteState = (typeof siteStates)[number];

/** The last data of an offline station are outdated, so only online stations can have faults. */
export function isInState(station: Station, state: SiteState): boolean {
  const { online, alarm } = station;
  switch (state) {
    case 'all':
      return true;
    case 'online':
      return online;
    case 'offline':
      return !online;
    case 'alarm':
      return alarm !== undefined;
    case 'fault':
      return says(station, 'fault');
    case 'maintenance':
      return isMaintained(station);
  }
}

/** In an open maintenance window, or under maintenance according to its device. */
export function isMaintained(station: Station): boolean {
  return station.window !== undefined || says(station, 'maintenance');
}

function says({ online, flagged }: Station, state: FlagState): boolean {
  return online && [...flagged.values()].some((flag) => stateOfFlag(flag) === state);
}

export function countStates({ stations }: Pick<Network, 'stations'>): number[] {
  return siteStates.map((state) =>
    stations.reduce((count, station) => count + Number(isInState(station, state)), 0),
  );
}
