import { createContext, use } from 'react';
import type { Network, Station } from '#web/network/network.ts';
import type { Colouring, Picture } from '#web/network/picture.ts';
import type { SiteState } from '#web/network/site-state.ts';
import type { Replay } from './useReplay.ts';

/** State shared by all parts of the home page. */
export interface Home {
  network: Network;
  colouring: Colouring;
  /** Station state now, or in the replayed hour. */
  picture: Picture;
  /** Limits map and tree to stations in this state. */
  state: SiteState;
  /** Whether a station is on the map, by medium and measured factor. */
  isShown(station: Station): boolean;
  /** Whether wind arrows are drawn. */
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
