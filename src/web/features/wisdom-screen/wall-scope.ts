import { createContext, use } from 'react';
import type { Network, Station } from '#web/network/network.ts';

/** What is in sight. */
interface InSight {
  network: Network;
  stations: readonly Station[];
  scale: number;
}

export const WallScope = createContext<InSight | undefined>(undefined);

export function useWallScope(): InSight {
  const scope = use(WallScope);
  if (!scope) throw new Error('outside of the wisdom screen');
  return scope;
}
