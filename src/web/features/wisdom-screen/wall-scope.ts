import { createContext, use } from 'react';
import { useT } from '#web/i18n.ts';
import type { Network, Station } from '#web/network/network.ts';

/** Scope of the wall. */
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

/** Note for tiles that always cover the whole network, while a city is in scope. */
export function useNetworkNote(): string | undefined {
  const t = useT();
  const { network, stations } = useWallScope();
  return stations === network.stations ? undefined : t('wall.whole_network');
}

export function useNetworkTitle(title: string): string {
  const note = useNetworkNote();
  return note ? `${title} · ${note}` : title;
}
