import { createContext, use } from 'react';
import type { Network, Station } from '#web/network/network.ts';
import type { Colouring, Picture } from '#web/network/picture.ts';
import type { SiteState } from '#web/network/site-state.ts';
import type { Replay } from './useReplay.ts';

/** What all parts of the home page look at. */
export interface Home {
  network: Network;
  colouring: Colouring;
  /** How the stations look: now, or in the hour that is played. */
  picture: Picture;
  /** Only stations in this state are on the map and in the tree. */
  state: SiteState;
  /** Whether a station is on the map: by its medium, and by what it measures. */
  isShown(station: Station): boolean;
  /** Whether the wind is drawn. */
  winds: boolean;
  picked: Station | undefined;
  replay: Replay;
  pick(station: Station | undefined): void;
  colourBy(colouring: Colouring): void;
  narrowTo(state: SiteState): void;
}

export const HomeContext = createContext<Home | undefined>(undefined);

export function useHome(): Home {
  const home = use(HomeContext);
  if (!home) throw new Error('outside of the home page');
  return home;
}
